import { operator } from '@portico/contract/operator.ts'
import { profile } from '@portico/contract/profile.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'
import { sweepAuth } from './sweep.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const FIREFOX_LATER = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'
const EDGE = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0'

const app = sharedApp()

async function mailsOf(email: string) {
  return (await app.mails(email)).filter(({ template }) => template === 'new_device').map(({ data }) => data)
}

let people = 0
async function someone() {
  people += 1
  const email = `person${people}@example.com`
  await app.addUser({ email, name: 'Ann Lee' })
  const first = await app.signedIn(email, { ip: '198.51.100.1', user_agent: FIREFOX })
  return { email, first }
}

test('no mail is sent about a sign-up or the very first sign-in', async () => {
  const { email } = await someone()
  expect(await mailsOf(email)).toEqual([])
})

test.each([
  ['another browser from another address', EDGE, '203.0.113.9', 1],
  ['another browser from the same address', EDGE, '198.51.100.1', 1],
  ['the same kind of browser from another address', FIREFOX, '203.0.113.9', 1],
  ['a later version of the same browser without its cookie, from the same address', FIREFOX_LATER, '198.51.100.1', 0],
])('a sign-in with %s causes %4$i mails', async (_, agent, ip, mails) => {
  const { email } = await someone()
  for (let again = 0; again < 2; again += 1) {
    await app.signedIn(email, { ip, user_agent: agent })
  }
  expect(await mailsOf(email)).toHaveLength(mails)
})

test('a sign-in from elsewhere is mailed also when no browser is known any more', async () => {
  const { email } = await someone()
  await app.operator(operator.endUserSessions, { email, by: 'test' })
  await app.signedIn(email, { ip: '203.0.113.9', user_agent: EDGE })
  expect(await mailsOf(email)).toHaveLength(1)
})

test('the mail names browser, address and time and leads to a new password', async () => {
  const { email } = await someone()
  await app.browser({ ip: '203.0.113.9', user_agent: EDGE }).signIn(email)
  expect(await mailsOf(email)).toEqual([
    {
      name: 'Ann Lee',
      device: 'Edge, Windows',
      ip: '203.0.113.9',
      at: app.clock.now().toISOString(),
      forgot_link: expect.stringMatching(/\/forgot-password$/),
    },
  ])
})

test('a browser with our cookie is known wherever it goes', async () => {
  const { email, first } = await someone()
  const elsewhere = app.browser({ ip: '203.0.113.77', user_agent: FIREFOX })
  for (const [name, value] of first.cookies) if (name.includes('device')) elsewhere.cookies.set(name, value)
  await elsewhere.signIn(email)
  expect(await mailsOf(email)).toEqual([])
})

test('of sign-ins at the same moment with one new browser one causes a mail', async () => {
  const { email } = await someone()
  await Promise.all([1, 2, 3].map(() => app.browser({ ip: '203.0.113.9', user_agent: EDGE }).signIn(email)))
  expect(await mailsOf(email)).toHaveLength(1)
})

test('neither browser nor address is stored in the table', async () => {
  const { email, first } = await someone()
  const { rows } = await app.database.pool.query('select to_jsonb(p) as row from seen_places p')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/firefox|linux|198\.51/i)
  expect((await first.must(profile.getProfile, {})).email).toBe(email)
})

test('a browser that is used stays known, however long ago it first signed in', async () => {
  const { email, first } = await someone()
  for (const ip of ['203.0.113.81', '203.0.113.82']) {
    app.clock.forward(200 * DAY_MS)
    await sweepAuth(app.ctx)
    const again = app.browser({ ip, user_agent: FIREFOX })
    for (const [name, value] of first.cookies) if (name.includes('device')) again.cookies.set(name, value)
    await again.signIn(email)
  }
  expect(await mailsOf(email)).toEqual([])
})
