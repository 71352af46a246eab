import { auth } from '@portico/contract/auth.ts'
import { profile } from '@portico/contract/profile.ts'
import { PROVIDERS, type Provider } from '@portico/contract/providers.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type LocalProvider, startLocalProvider } from '#testing/oauth/provider.ts'
import { askToConfirm } from '#users/index.ts'

let provider: LocalProvider
let app: TestApp
let count = 0
beforeAll(async () => {
  provider = await startLocalProvider()
  app = await openTestApp({ settings: provider.settings })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => {
  provider.misbehave = undefined
})

async function visitor() {
  count += 1
  const browser = app.browser({ ip: `198.51.100.${count % 250}` })
  await browser.open('/signin')
  return browser
}
type Browser = Awaited<ReturnType<typeof visitor>>

function person(name: Provider, about: Partial<LocalProvider['person'][Provider]> = {}) {
  count += 1
  const sub = String(7_000 + count)
  return Object.assign(provider.person[name], { sub, email: `a${count}@example.com`, email_verified: true, ...about })
}

/** Presses the button and agrees at the provider: returns the address that the browser is sent back to. */
async function returned(browser: Browser, name: Provider): Promise<URL> {
  const { target_url } = await browser.must(auth.goToThirdParty, { provider: name, purpose: 'signin' })
  const answer = await fetch(target_url, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

async function arrive(browser: Browser, back: URL, name: Provider) {
  const opened = await browser.open(back.pathname + back.search)
  const answer = await browser.call(auth.loginByThirdParty, { provider: name })
  return { opened, answer }
}

const signIn = async (browser: Browser, name: Provider) =>
  (await arrive(browser, await returned(browser, name), name)).answer
const userOf = ({ body }: { body: unknown }) => Object(body).user ?? null
const isSignedIn = async (browser: Browser) => (await browser.call(users.getUserData, {})).status === 200
const changed = (back: URL, change: (query: URLSearchParams) => void) => {
  const url = new URL(back)
  change(url.searchParams)
  return url
}

/** What an attacker does with the address that the victim's browser is about to open. */
const ALTERED: [string, (back: URL, attackers: URL) => URL][] = [
  ['with another state', (back) => changed(back, (query) => query.set('state', 'x'.repeat(43)))],
  ['without a state', (back) => changed(back, (query) => query.delete('state'))],
  ['with an empty state', (back) => changed(back, (query) => query.set('state', ''))],
  ['with a state of another case', (back) => changed(back, (query) => query.set('state', `${query.get('state')}=`))],
  ['of the attacker’s own flow', (_back, attackers) => attackers],
  [
    'with the attacker’s code',
    (back, attackers) => changed(back, (query) => query.set('code', attackers.searchParams.get('code') ?? '')),
  ],
  [
    'with the attacker’s code before its own',
    (back, attackers) => new URL(back.href.replace('?', `?code=${attackers.searchParams.get('code')}&`)),
  ],
  [
    'with the attacker’s code behind its own',
    (back, attackers) => changed(back, (query) => query.append('code', attackers.searchParams.get('code') ?? '')),
  ],
  [
    'with the attacker’s state before its own',
    (back, attackers) => new URL(back.href.replace('?', `?state=${attackers.searchParams.get('state')}&code=x&`)),
  ],
  ['from another issuer', (back) => changed(back, (query) => query.set('iss', 'https://attacker.example'))],
  ['with an error', (back) => changed(back, (query) => query.set('error', 'server_error'))],
]
const MATRIX = PROVIDERS.flatMap((name) => ALTERED.map(([what, alter]) => ({ name, what, alter })))

test.each(MATRIX)('A14 $name: an answer $what signs the browser in only as its own person', async ({ name, alter }) => {
  const attacker = await visitor()
  const evil = person(name)
  const attackers = await returned(attacker, name)
  const victim = await visitor()
  const own = person(name)
  const back = alter(await returned(victim, name), attackers)
  const { answer } = await arrive(victim, back, name)
  expect(userOf(answer)?.email).not.toBe(evil.email)
  if (!answer.text.includes(own.email ?? '-')) expect(await isSignedIn(victim)).toBe(false)
})

describe.each(PROVIDERS)('A14 %s', (name) => {
  test('an answer is worthless in a browser that did not begin the flow, and a second time in the one that did', async () => {
    person(name)
    const victim = await visitor()
    const back = await returned(victim, name)
    const stranger = await visitor()
    expect((await arrive(stranger, back, name)).answer.status).toBe(400)
    await arrive(victim, back, name)
    const again = await visitor()
    expect((await arrive(again, back, name)).answer.status).toBe(400)
    expect(await isSignedIn(again)).toBe(false)
  })

  test.each(PROVIDERS.filter((other) => other !== name))(
    'its code opens nothing at the callback of %s',
    async (other) => {
      person(name)
      const browser = await visitor()
      const back = await returned(browser, name)
      const mixed = new URL(back.href.replace(`/${name}/`, `/${other}/`))
      expect((await arrive(browser, mixed, other)).answer.status).toBe(400)
      expect((await arrive(browser, back, name)).answer.status).toBe(400)
      expect(await isSignedIn(browser)).toBe(false)
    },
  )

  test('markup in the reason of a refusal is neither in the page nor in the answer nor in the log', async () => {
    const browser = await visitor()
    const back = changed(await returned(browser, name), (query) => {
      query.delete('code')
      query.set('error', 'access_denied')
      query.set('error_description', '<img src=x onerror=alert(1)>"\'\r\nset-cookie: sid=1')
      query.set('error_uri', 'javascript:alert(1)')
    })
    const { opened, answer } = await arrive(browser, back, name)
    expect(answer.status).toBe(400)
    const shown = [opened.text, JSON.stringify(opened.headers), answer.text, JSON.stringify(answer.headers)].join()
    expect(shown + app.log_lines.join()).not.toMatch(/onerror|alert\(1\)/)
  })

  test.each<[string, Partial<LocalProvider['person'][Provider]>]>([
    ['no address', { email: null }],
    ['an address that is none', { email: 'not an address' }],
    ['an address with a line break', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['an address that is not verified', { email_verified: false }],
    ['an address that is verified in words', { email_verified: 'true' }],
  ])('a person with %s is not signed in', async (_what, about) => {
    const { email } = person(name, about)
    const browser = await visitor()
    expect(userOf(await signIn(browser, name))).toBeNull()
    expect(await isSignedIn(browser)).toBe(false)
    const row = await app.database.db
      .selectFrom('users')
      .select('status')
      .where('email', '=', email ?? '')
      .executeTakeFirst()
    expect(row?.status ?? 'pending').toBe('pending')
  })

  test('SEC-L11 an unverified address is answered alike for every kind of account, in any spelling and however often', async () => {
    const emailOf = () => person(name).email ?? ''
    const open = emailOf()
    await app.addUser({ email: open })
    const unconfirmed = emailOf()
    await askToConfirm(app.ctx, (await app.addUser({ email: unconfirmed })).id)
    const disabled = emailOf()
    const { id } = await app.addUser({ email: disabled })
    await app.database.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', id).execute()
    const staff = emailOf()
    await app.addStaff({ email: staff })
    const unknown = emailOf()
    const addresses = [open, open, open.toUpperCase(), ` ${open}`, unconfirmed, disabled, staff, unknown, unknown]
    const seen = []
    for (const email of addresses) {
      // The same person there comes twice with a known address, and twice with an unknown one.
      person(name, { email, email_verified: false, ...(email === unknown && { sub: '424242' }) })
      const began = performance.now()
      const { status, body, headers, cookies } = await signIn(await visitor(), name)
      const names = cookies.map((cookie) => `${cookie.name} ${cookie.value.length}`)
      seen.push({ status, body, headers: Object.keys(headers).sort(), length: headers['content-length'], names })
      expect(performance.now() - began).toBeGreaterThan(100)
    }
    // An address with a blank is invalid for us, for any account.
    const others = seen.filter((_, at) => addresses[at]?.trim() === addresses[at])
    for (const answer of others) expect(answer).toEqual(others[0])
  })
})

describe.each(['google', 'github'] as const)('SEC-L10 %s', (name) => {
  test('an address that an account has requested, and not confirmed, is not that account’s', async () => {
    const { email } = person(name)
    count += 1
    const attacker = await visitor()
    const own = `attacker${count}@example.com`
    const { id } = await app.addUser({ email: own })
    await attacker.signIn(own)
    await attacker.must(profile.requestEmailChange, { email: email ?? '' })
    const answer = await signIn(await visitor(), name)
    expect(userOf(answer)).toMatchObject({ email, is_registration: true })
    expect(userOf(answer)?.id).not.toBe(id)
  })

  test('an unconfirmed account is not linked under another spelling of its address either', async () => {
    const { email } = person(name)
    const { id } = await app.addUser({ email: email ?? '' })
    await askToConfirm(app.ctx, id)
    for (const spelled of [email?.toUpperCase(), email?.replace('@example.com', '@EXAMPLE.COM')]) {
      Object.assign(provider.person[name], { email: spelled })
      const browser = await visitor()
      expect((await signIn(browser, name)).body).toMatchObject({ code: 'third_party_link_first' })
      expect(await isSignedIn(browser)).toBe(false)
    }
  })
})

test('one address at two providers is one account where both verify it, in both orders, and never by Facebook', async () => {
  for (const [first, second] of [
    ['google', 'github'],
    ['github', 'google'],
  ] as const) {
    const { email } = person(first)
    person(second, { email })
    person('facebook', { email })
    const id = userOf(await signIn(await visitor(), first))?.id
    expect(id).toBeGreaterThan(0)
    expect(userOf(await signIn(await visitor(), second))?.id).toBe(id)
    expect(userOf(await signIn(await visitor(), 'facebook'))).toBeNull()
  }
})

test('a provider’s person who is another account’s there gets no access to it here', async () => {
  const { sub } = person('google')
  const id = userOf(await signIn(await visitor(), 'google'))?.id
  person('github', { sub, email: 'other-person@example.com' })
  expect(userOf(await signIn(await visitor(), 'github'))?.id).not.toBe(id)
})
