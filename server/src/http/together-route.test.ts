import { access } from '@portico/contract/access.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { inboxCount } from '@portico/contract/inbox-count.ts'
import { liveStream } from '@portico/contract/live.ts'
import { TOGETHER_MOST, TOGETHER_PATH, type TogetherLine } from '@portico/contract/together-address.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

const EMAIL = 'ann@example.com'
const READ: Endpoint[] = [dashboard.getToday, access.getAccessInfo, inboxCount.getUnread]
const site = sharedApp()
let ann: ReturnType<TestApp['browser']>
beforeAll(async () => {
  await site.addUser({ email: EMAIL })
  ann = await site.signedIn(EMAIL)
})

const pathsOf = (endpoints: readonly { path: string }[]) => endpoints.map(({ path }) => path)

async function readTogether(addresses: string[], browser: Pick<typeof ann, 'send'> = ann, headers = {}) {
  const query = new URLSearchParams(addresses.map((address): [string, string] => ['read', address]))
  const { status, text } = await browser.send({ path: `${TOGETHER_PATH}?${query}`, headers })
  if (status !== 200) return { status, replies: [] }
  const lines = text.split('\n').filter(Boolean)
  const sorted = lines.map((line) => JSON.parse(line) as TogetherLine).toSorted(([a], [b]) => a - b)
  return { status, replies: sorted.map(([, inner, body]) => ({ status: inner, body })) }
}

test('a read among others gets the reply that it would get alone', async () => {
  const alone = await Promise.all(READ.map((endpoint) => ann.call(endpoint, {})))
  const { replies } = await readTogether(pathsOf(READ))
  expect(replies).toEqual(alone.map(({ status, body }) => ({ status, body })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a read with an invalid input is refused alone', async () => {
  const { replies } = await readTogether([`${dashboard.getToday.path}?scope=none`, inboxCount.getUnread.path])
  expect(replies).toMatchObject([{ status: 400, body: { code: 'invalid_input' } }, { status: 200 }])
})

test('every read of a visitor and of a page of another site is refused by its own guard', async () => {
  const visitor = await readTogether(pathsOf(READ), site.browser())
  expect(visitor.replies).toMatchObject(READ.map(() => ({ status: 401, body: { code: 'sign_in_needed' } })))
  const foreign = await readTogether(pathsOf(READ), ann, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.replies).toMatchObject(READ.map(() => ({ body: { code: 'forged' } })))
})

test.for([
  ['a stream', liveStream.path],
  ['itself', `${TOGETHER_PATH}?read=/api/inbox/unread`],
  ['a change', users.setActiveApiUser.path],
  ['a read that is not declared', users.getUserData.path],
] as const)('only declared reads are answered: %s is not', async ([, path]) => {
  expect((await readTogether([path, inboxCount.getUnread.path])).replies).toMatchObject([
    { status: 404 },
    { status: 200 },
  ])
})

test.for([
  ['nothing', []],
  ['an address outside /api', ['/v3/appendix/user_data']],
  ['more than the most', Array.from({ length: TOGETHER_MOST + 1 }, () => inboxCount.getUnread.path)],
] as const)('a request for %s is refused', async ([, addresses]) => {
  expect((await readTogether([...addresses])).status).toBe(400)
})
