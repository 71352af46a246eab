import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { USER_SORTS, type UserSort } from '@portico/contract/operator-users.ts'
import { users } from '@portico/contract/users.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, TEST_START } from '#testing/app.ts'
import { crowd } from '#testing/crowd.ts'
import { LIVE, LIVE_MICROS, openCustomer, search as searching } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { pageOf } from './user-list-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
type Listed = Output<typeof operator.listUsers>

const site = sharedApp()
let all: Listed['users']

/** Names that are special to a pattern, to SQL or to JSON, and some that are not. */
const NAMES = [
  'Ann Müller',
  '100% _real_',
  "O'Neil; drop table users--",
  'Иван Петров',
  '李 小龙',
  '\\back\\slash',
  '"quoted"',
  '{{injected}}',
  'a',
  'Zoë 🦊 Fox',
]

beforeAll(async () => {
  for (const [number, name] of [...NAMES, ...NAMES].entries()) {
    site.clock.forward(number % 3 === 0 ? 0 : 61_000)
    const { id } = await site.addUser({ email: `person${number}@${number % 2 ? 'acme' : 'other'}.example`, name })
    if (number % 7 === 3) await disable(`person${number}@acme.example`)
    if (number % 4 === 0)
      await site.database.db
        .updateTable('users')
        .set({ last_login_at: new Date(TEST_START.getTime() + number * 1000) })
        .where('id', '=', id)
        .execute()
  }
  for (const calls of [3, 1, 2]) {
    const customer = await openCustomer(site)
    for (let call = 0; call < calls; call += 1) await customer.call(LIVE, { body: searching() })
  }
  all = (await list({ limit: '500' })).users
})

const disable = (email: string) => site.operator(operator.disableUser, { email, reason: 'for a test', by: 'test' })

async function list(input: Record<string, string>): Promise<Listed> {
  const { status, body } = await site.operator(operator.listUsers, input)
  if (status !== 200 || !('users' in body)) throw new Error(JSON.stringify(body))
  return body
}

test('every account is listed with status, logins, balance, spend and last call', async () => {
  expect(all).toHaveLength(NAMES.length * 2 + 3)
  const busiest = (await list({ sort: 'spend' })).users.slice(0, 4)
  expect(busiest.map(({ spent_micros }) => spent_micros)).toEqual([3 * LIVE_MICROS, 2 * LIVE_MICROS, LIVE_MICROS, 0])
  const [first] = busiest
  expect(first).toMatchObject({
    status: 'active',
    is_verified: true,
    balance_micros: 10_000_000 - 3 * LIVE_MICROS,
    last_call: `${site.clock.now().toISOString().slice(0, 16)}:00.000Z`,
    logins: [{ login: first?.email, kind: 'personal', status: 'active', balance_micros: first?.balance_micros }],
  })
  expect(busiest[3]).toMatchObject({ last_call: null })
})

test('spend of more than thirty days ago does not count as spend of thirty days', async () => {
  site.clock.forward(29 * DAY_MS)
  expect((await list({ sort: 'spend', limit: '1' })).users[0]?.spent_micros).toBe(3 * LIVE_MICROS)
  site.clock.forward(DAY_MS)
  expect((await list({ sort: 'spend', limit: '1' })).users[0]?.spent_micros).toBe(0)
})

test('a search finds exactly the accounts that contain every word', async () => {
  const texts = all.flatMap(({ email, name, id }) => [email, name, String(id), email.slice(email.indexOf('@'))])
  const part = fc
    .tuple(fc.constantFrom(...texts), fc.nat(40), fc.integer({ min: 1, max: 12 }))
    .map(([text, from, length]) =>
      [...text]
        .slice(from % [...text].length)
        .slice(0, length)
        .join(''),
    )
  const hostile = fc.constantFrom('%', '_', '\\', "'", '"', '--', '%%', '.*', '🦊', '$1', '?', ':x', ' ', 'ACME')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(part, hostile), { minLength: 1, maxLength: 3 }), async (words) => {
      const search = words.join(' ')
      const wanted = search.split(/\s+/).filter(Boolean)
      const has = ({ email, name, id, logins }: (typeof all)[number], word: string) =>
        [email, name, ...logins.map(({ login }) => login)].some((text) =>
          asciiLower(text).includes(asciiLower(word)),
        ) || String(id) === word
      const expected = all.filter((user) => wanted.every((word) => has(user, word))).map(({ id }) => id)
      expect((await list({ search, limit: '500' })).users.map(({ id }) => id)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

/** Characters whose case every database knows; those of other alphabets are generated in the case they have. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (char) => char.toLowerCase())
}

test.each(USER_SORTS)('pages sorted by %s hold every account once, in order', async (sort) => {
  const keyOf: Record<UserSort, (user: (typeof all)[number]) => string | number> = {
    created: (user) => user.created_at,
    spend: (user) => user.spent_micros,
    'last-seen': (user) => user.last_seen ?? '',
  }
  for (const limit of [1, 7, 23, 500]) {
    const seen: Listed['users'] = []
    let after: string | null | undefined
    while (after !== null) {
      const page = await list({ sort, limit: String(limit), ...(after && { after }) })
      expect(page.users.length).toBeLessThanOrEqual(limit)
      seen.push(...page.users)
      after = page.next
    }
    const key = keyOf[sort]
    const sorted = seen.toSorted((a, b) => (key(a) === key(b) ? b.id - a.id : key(a) < key(b) ? 1 : -1))
    expect(seen.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    expect(new Set(seen.map(({ id }) => id)).size).toBe(all.length)
  }
})

test('a status filter lists only accounts of that status', async () => {
  const disabled = await list({ status: 'disabled' })
  expect(disabled.users.map(({ email }) => email).sort()).toEqual(
    ['person10@acme.example', 'person17@acme.example', 'person3@acme.example'].filter((email) =>
      all.some((user) => user.email === email && user.status === 'disabled'),
    ),
  )
  expect(disabled.users.length).toBeGreaterThan(0)
  expect((await list({ status: 'closed' })).users).toEqual([])
})

test.each([
  { limit: '0' },
  { limit: '501' },
  { limit: '1e9' },
  { sort: 'name' },
  { status: 'gone' },
  { only: 'members' },
  { after: '1; drop table users' },
  { after: '-1_1' },
  { after: '99999999999999999999_1' },
  { search: 'x'.repeat(201) },
  { search: 'nul\u0000' },
  { unknown: '1' },
])('the filter %j is refused with a reason', async (input) => {
  const { status, body } = await site.operator(operator.listUsers, input as never)
  expect([status, body]).toMatchObject([400, { code: 'invalid_input', fields: expect.anything() }])
})

test('a cursor of another list is no failure', async () => {
  expect((await list({ after: '999999999999999999_999999999' })).users.length).toBeGreaterThan(0)
  expect(await list({ after: '0_0' })).toEqual({ users: [], next: null })
})

test('a domain finds accounts by the start of it, in their address or a login, however it is typed', async () => {
  const found = async (search: string) => (await list({ search, limit: '500' })).users.map(({ email }) => email)
  const acme = all.map(({ email }) => email).filter((email) => email.endsWith('@acme.example'))
  expect(await found('@ACME.ex')).toEqual(acme)
  expect(await found('@cme.example')).toEqual([])
  expect(await found('@acme_example')).toEqual([])
  const { id } = await site.addUser({ email: 'renamed@acme.example' })
  await site.database.db
    .updateTable('users')
    .set({ email: 'new@moved.example', email_norm: 'new@moved.example' })
    .where('id', '=', id)
    .execute()
  expect(await found('@acme.example')).toEqual(['new@moved.example', ...acme])
})

test('the time a user was last seen outlives their sessions, and staff who act as them do not change it', async () => {
  const email = 'visitor@seen.example'
  const { id } = await site.addUser({ email })
  const seen = async () => (await list({ search: email })).users[0]?.last_seen
  expect(await seen()).toBeNull()
  const browser = await site.signedIn(email)
  site.clock.forward(2 * 60_000)
  await browser.must(users.getUserData, {})
  const last = site.clock.now().toISOString()
  expect(await seen()).toBe(last)
  expect((await list({ sort: 'last-seen', limit: '1' })).users[0]?.id).toBe(id)
  const staff = await site.addUser({ email: 'staff@seen.example' })
  await site.database.owner.query('update users set is_staff = true where id = $1', [staff.id])
  await site.database.owner.query('update sessions set staff_id = $1 where user_id = $2', [staff.id, id])
  browser.cookies.set('act', browser.cookies.get('sid') ?? '')
  browser.cookies.delete('sid')
  site.clock.forward(2 * 60_000)
  await browser.must(users.getUserData, {})
  await site.database.db.deleteFrom('sessions').where('user_id', '=', id).execute()
  expect(await seen()).toBe(last)
})

test('a page of many accounts is read along an index, and only those who spent are sorted', async () => {
  const crowded = await openTestApp()
  await crowded.database.owner.query(crowd(1, 5000))
  const planOf = async (sort: UserSort, words: string[] = []) => {
    const page = pageOf({
      words,
      status: undefined,
      only: undefined,
      sort,
      limit: 10,
      after: undefined,
      since: '2026-01-01',
    })
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${page}`.execute(crowded.database.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  expect(await planOf('created')).toMatch(/Scan Backward using users_newest/)
  expect(await planOf('last-seen')).toMatch(/Scan Backward using users_seen/)
  expect(await planOf('created', ['@firm592.example'])).toMatch(/api_logins_by_domain/)
  expect(await planOf('spend')).not.toMatch(/Seq Scan on users/)
  await crowded.close()
})

test('customers are listed without staff, and staff without customers', async () => {
  const listed = async (input: Record<string, string>) => (await list({ ...input, limit: '500' })).users
  const isStaff = new Map((await listed({})).map(({ id, is_staff }) => [id, is_staff]))
  expect(new Set(isStaff.values())).toEqual(new Set([false, true]))
  for (const sort of USER_SORTS)
    for (const [only, wanted] of [
      ['customers', false],
      ['staff', true],
    ] as const) {
      const found = (await listed({ sort, only })).map(({ id }) => id)
      expect(new Set(found)).toEqual(new Set([...isStaff.keys()].filter((id) => isStaff.get(id) === wanted)))
    }
})
