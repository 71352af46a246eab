import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { profile } from '@portico/contract/profile.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeAlert } from '#alerts/write-alert.ts'
import { addMember } from '#team/members.ts'
import type { TestApp } from '#testing/app.ts'
import { invitationIn, openBrowser, TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { variants } from '#testing/variants.ts'

const HOUR_MS = 60 * 60 * 1000
const TITLES = { own: 'Portico', public: 'Public Brand', private: 'Private Brand' } as const
type Home = keyof typeof TITLES
const HOSTS = ['localhost', 'public.example', 'private.example', 'unknown.example'] as const
type Host = (typeof HOSTS)[number]
const HOME_HOSTS: Record<Home, Host> = { own: 'localhost', public: 'public.example', private: 'private.example' }

/** An account, its brand, and whether the private white-label admits it. */
const PEOPLE = [
  { who: 'of-the-provider', home: 'own', enters_private: false },
  { who: 'of-a-public-brand', home: 'public', enters_private: false },
  { who: 'child-signed-up-there', home: 'private', enters_private: true },
  { who: 'child-signed-up-elsewhere', home: 'private', enters_private: true },
  { who: 'child-that-was-removed', home: 'own', enters_private: false },
  { who: 'of-a-brand-that-is-gone', home: 'own', enters_private: false },
  { who: 'owner', home: 'own', enters_private: true },
] as const satisfies { who: string; home: Home; enters_private: boolean }[]
type Person = (typeof PEOPLE)[number]
const addressOf = ({ who }: Pick<Person, 'who'>) => `${who}@example.com`

const app = sharedApp({ settings: { TRUST_PROXY: '192.0.2.0/24' } })
let public_id = 0
let private_id = 0
let owner_id = 0
beforeAll(async () => {
  const ids = new Map<string, number>()
  for (const { who } of PEOPLE) ids.set(who, (await app.addUser({ email: addressOf({ who }), name: who })).id)
  await app.addUser({ email: 'boss@example.com', name: 'Boss' })
  owner_id = ids.get('owner') ?? 0
  public_id = await setHost('public.example', TITLES.public)
  private_id = await setHost('private.example', TITLES.private, 'owner@example.com')
  const gone_id = await setHost('gone.example', 'Gone Brand')
  await app.operator(operator.removeWhitelabel, { host: 'gone.example', by: 'test' })
  const set = (who: Person['who'], change: { wl_id?: number; parent_id?: number }) =>
    app.database.db
      .updateTable('users')
      .set(change)
      .where('id', '=', ids.get(who) ?? 0)
      .execute()
  await set('of-a-public-brand', { wl_id: public_id })
  await set('child-signed-up-there', { wl_id: private_id, parent_id: owner_id })
  await set('child-signed-up-elsewhere', { parent_id: owner_id })
  await set('child-that-was-removed', { wl_id: private_id })
  await set('of-a-brand-that-is-gone', { wl_id: gone_id })
  for (const who of ['child-signed-up-there', 'child-signed-up-elsewhere'] as const)
    await addMember(app.ctx, { owner_id, user_id: ids.get(who) ?? 0, role: 'viewer', cap_micros: null })
})

async function setHost(host: string, title: string, parent?: string): Promise<number> {
  const { body } = await app.operator(operator.setWhitelabel, {
    host,
    brand: { title },
    by: 'test',
    ...(parent && { parent }),
  })
  if (!('id' in body)) throw new Error(JSON.stringify(body))
  return body.id
}

let count = 0
async function browserAt(host: Host) {
  count += 1
  const site = new URL(app.ctx.env.public_url)
  site.hostname = host
  const browser = openBrowser(app.app, site, `198.51.${100 + (count >> 8)}.${count & 255}`)
  await browser.open('/signin')
  return browser
}

const usersTable = () => app.database.db.updateTable('users')

/** Every mail a visitor of a host can cause for an account; false: the request itself is refused there. */
const KINDS: Record<string, (host: Host, person: Person) => Promise<unknown>> = {
  reset: async (host, person) =>
    (await browserAt(host)).must(auth.sendForgotPasswordEmail, { email: addressOf(person), captcha: '' }),
  already_registered: async (host, person) => {
    const browser = await browserAt(host)
    const input = { name: '', privacy: true as const, captcha: '' }
    const { status } = await browser.call(auth.register, {
      email: addressOf(person),
      password: TEST_PASSWORD,
      ...input,
    })
    expect(status).toBe(host === 'private.example' ? 403 : 200)
    return status === 200
  },
  confirm_again: async (host, person) => {
    const [browser, email] = [await browserAt(host), addressOf(person)]
    await usersTable().set({ verified_at: null }).where('email', '=', email).execute()
    await browser.must(auth.resendActivation, { email, captcha: '' })
    await usersTable().set({ verified_at: app.clock.now() }).where('email', '=', email).execute()
  },
  sign_in_stopped: async (host, person) => {
    const [browser, email] = [await browserAt(host), addressOf(person)]
    await app.database.db
      .insertInto('failed_sign_ins')
      .columns(['user_id', 'tries'])
      .expression((is) =>
        is
          .selectFrom('users')
          .select(['id', is.val(99).as('tries')])
          .where('email', '=', email),
      )
      .onConflict((on) => on.column('user_id').doUpdateSet({ tries: 99 }))
      .execute()
    await browser.call(auth.authenticate, { email, password: 'a wrong password', captcha: '' })
    await app.database.db.deleteFrom('failed_sign_ins').execute()
  },
  password_changed: async (host, person) => {
    const browser = await signedInAt(host, person)
    const input = { current_password: TEST_PASSWORD, password: TEST_PASSWORD, pass_confirm: TEST_PASSWORD }
    return browser ? browser.must(profile.changePassword, input) : false
  },
  credentials_link: async (host, person) => {
    const browser = await signedInAt(host, person)
    return browser ? browser.must(users.emailCredentials, {}) : false
  },
  invitation: async (host, person) => {
    if (host === 'private.example') return false
    const browser = await browserAt(host)
    await browser.signIn('boss@example.com')
    return browser.must(team.invite, { email: addressOf(person), role: 'viewer', cap_micros: null })
  },
  sign_in_link: (host, person) =>
    app.operator(
      operator.onetime,
      { user: addressOf(person), kind: 'onetime', mail: true, by: 'test' },
      { host: `${host}:1` },
    ),
}

async function signedInAt(host: Host, person: Person) {
  const browser = await browserAt(host)
  const email = addressOf(person)
  const { status } = await browser.call(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })
  expect(status).toBe(host === 'private.example' && !person.enters_private ? 400 : 200)
  if (status !== 200) return undefined
  await browser.must(users.setActiveApiUser, { login: email })
  return browser
}

/** Mails that a visitor of the host causes; the others come only from the account's own session or the operator. */
const BY_VISITORS = ['reset', 'confirm_again', 'sign_in_stopped']

function originOf(home: Home): string {
  const url = new URL(app.ctx.env.public_url)
  url.hostname = HOME_HOSTS[home]
  return url.origin
}

type Row = Awaited<ReturnType<TestApp['mails']>>[number]

function expectOf(mail: Row | undefined, home: Home): void {
  expect(mail?.brand).toMatchObject({ title: TITLES[home], origin: originOf(home) })
  expect(mail?.brand.from?.name).toBe(TITLES[home])
  for (const value of Object.values(mail?.data ?? {}))
    if (typeof value === 'string' && value.startsWith('http')) expect(new URL(value).origin).toBe(originOf(home))
}

/** Two hosts in turn, so that every mail and every person meets each of them. */
const inTurn = (kind: string, person: Person) => {
  const at = Object.keys(KINDS).indexOf(kind) + PEOPLE.indexOf(person)
  return [at, at + 1].flatMap((index) => HOSTS[index % HOSTS.length] ?? [])
}

for (const [[by, hostsFor], options] of variants([
  ['whatever host asks', inTurn],
  ['requested at each of all hosts', () => HOSTS],
] as const))
  describe.each(Object.keys(KINDS))('SEC-H2 A13 A20 Z11 the mail %s', options, (kind) => {
    test.each(PEOPLE)(`to $who carries the name and address of its own brand, ${by}`, async (person) => {
      for (const host of hostsFor(kind, person)) {
        app.clock.forward(HOUR_MS)
        const before = (await app.mails(addressOf(person))).length
        const done = await KINDS[kind]?.(host, person)
        // At each host another address signs in, which causes a mail of its own.
        const sent = (await app.mails(addressOf(person)))
          .slice(before)
          .filter(({ template }) => template !== 'new_device')
        const is_shut_out = host === 'private.example' && !person.enters_private && BY_VISITORS.includes(kind)
        if (done === false || is_shut_out) {
          expect(sent).toEqual([])
          continue
        }
        expect(sent.map(({ template }) => template)).toEqual([kind])
        expectOf(sent[0], person.home)
      }
    })
  })

test('SEC-H2 an alert goes to each reader under the brand of the reader', async () => {
  for (const person of PEOPLE) {
    const reader = { email: addressOf(person), name: person.who, language: 'english' }
    const row = await app.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', reader.email)
      .executeTakeFirstOrThrow()
    const alert = { kind: 'balance' as const, keys: [''] as [string], values: { balance_micros: 1, below_micros: 2 } }
    await writeAlert(app.ctx, alert, { login: 'a login', reader: { ...reader, id: row.id } })
    expectOf((await app.mails(reader.email)).at(-1), person.home)
  }
})

test('a second sign-up with an address that has an account causes a mail in the language of that account', async () => {
  const email = addressOf({ who: 'of-the-provider' })
  await usersTable().set({ language: 'german' }).where('email', '=', email).execute()
  app.clock.forward(HOUR_MS)
  const browser = await browserAt('localhost')
  const input = { email, password: TEST_PASSWORD, name: '', privacy: true as const, captcha: '' }
  await browser.call(auth.register, input, { headers: { 'accept-language': 'fr' } })
  expect((await app.mails(email)).at(-1)).toMatchObject({ template: 'already_registered', language: 'de' })
  await usersTable().set({ language: 'english' }).where('email', '=', email).execute()
})

test('SEC-H2 A13 X-Forwarded-Host of a trusted proxy chooses no address in a mail', async () => {
  app.clock.forward(HOUR_MS)
  const email = 'of-the-provider@example.com'
  for (const forwarded of ['public.example', 'evil.example', 'public.example, evil.example']) {
    const browser = openBrowser(app.app, app.ctx.env.public_url, '192.0.2.7')
    await browser.open('/signin')
    const headers = { 'x-forwarded-host': forwarded, origin: `http://${forwarded.split(',')[0]}` }
    await browser.call(auth.sendForgotPasswordEmail, { email, captcha: '' }, { headers })
    expectOf((await app.mails(email)).at(-1), 'own')
  }
})

describe('SEC-H2 A20 Z11 a link counts only at the host of its brand', () => {
  const linkIn = async (email: string) => {
    const url = new URL(String((await app.mails(email)).at(-1)?.data.link))
    return { host: url.hostname as Host, path: url.pathname + url.search }
  }
  const elsewhere = (host: Host) => HOSTS.filter((other) => other !== host && !(host === 'localhost' && isOwn(other)))
  /** An unknown host shows the provider's own brand. */
  const isOwn = (host: Host) => host === 'localhost' || host === 'unknown.example'

  test.each(PEOPLE.filter(({ who }) => who !== 'owner'))(
    'a reset link of $who works only at the host of its brand',
    async (person) => {
      app.clock.forward(HOUR_MS)
      const email = addressOf(person)
      await (await browserAt(HOME_HOSTS[person.home])).must(auth.sendForgotPasswordEmail, { email, captcha: '' })
      const { host, path } = await linkIn(email)
      const input = { password: TEST_PASSWORD, pass_confirm: TEST_PASSWORD }
      for (const other of elsewhere(host)) {
        const browser = await browserAt(other)
        await browser.open(path)
        expect(await browser.must(auth.sendResetPasswordCheckRequest, {})).toEqual({ result: false })
        expect((await browser.call(auth.sendResetPasswordRequest, input)).status).toBe(400)
      }
      const browser = await browserAt(host)
      await browser.open(path)
      expect(await browser.must(auth.sendResetPasswordCheckRequest, {})).toEqual({ result: true })
      await browser.must(auth.sendResetPasswordRequest, input)
    },
  )

  test.each(PEOPLE.filter(({ who }) => who !== 'owner'))(
    'a sign-in link of $who works only at the host of its brand',
    async (person) => {
      const email = addressOf(person)
      await app.operator(operator.onetime, { user: email, kind: 'token', mail: true, by: 'test' })
      const { host, path } = await linkIn(email)
      for (const other of elsewhere(host)) {
        const browser = await browserAt(other)
        await browser.open(path)
        expect(await browser.must(auth.checkLink, { kind: 'token' })).toMatchObject({ ok: false })
        expect((await browser.call(auth.loginToken, {})).status).toBe(400)
      }
      const browser = await browserAt(host)
      await browser.open(path)
      expect(await browser.must(auth.loginToken, {})).toMatchObject({ user: { email } })
    },
  )

  test('an activation works only at the host of its brand, by its link and by its code', async () => {
    const email = 'newcomer-of-a-brand@example.com'
    const input = { password: TEST_PASSWORD, name: '', privacy: true as const, captcha: '' }
    await (await browserAt('public.example')).must(auth.register, { email, ...input })
    const mail = (await app.mails(email)).at(-1)
    expectOf(mail, 'public')
    const { path } = await linkIn(email)
    const user_id = path.split('/')[2] ?? ''
    const code = String(mail?.data.code)
    for (const host of ['localhost', 'private.example'] as const) {
      const browser = await browserAt(host)
      await browser.open(path)
      expect(await browser.must(auth.checkActivation, {})).toMatchObject({ mode: 'code' })
      const tried = { captcha: '', password: TEST_PASSWORD }
      expect((await browser.call(auth.activateAccount, tried)).status).toBe(400)
      expect((await browser.call(auth.activateAccount, { ...tried, user_id, code })).status).toBe(400)
    }
    const browser = await browserAt('public.example')
    await browser.must(auth.activateAccount, { captcha: '', password: TEST_PASSWORD, user_id, code })
  })
})

describe('SEC-H2 Z6 an invitation to someone without an account', () => {
  const invitedBy = async (host: Host, email: string, to: string) => {
    const browser = await browserAt(host)
    await browser.signIn(email)
    await browser.must(users.setActiveApiUser, { login: email })
    await browser.must(team.invite, { email: to, role: 'viewer', cap_micros: null })
    return (await app.mails(to)).at(-1)
  }
  test('leads to the private white-label of the team’s owner, from whatever host it is sent', async () => {
    for (const host of HOSTS)
      expectOf(await invitedBy(host, 'owner@example.com', `new-at-${host}@example.com`), 'private')
  })
  test('leads to the public brand of the owner', async () => {
    expectOf(await invitedBy('localhost', 'of-a-public-brand@example.com', 'new-b@example.com'), 'public')
  })
  test('to the own team of a child account does not lead to a private white-label that would refuse them', async () => {
    expectOf(await invitedBy('private.example', 'child-signed-up-there@example.com', 'new-c@example.com'), 'own')
  })
  test('makes a child account of that brand, and of no other owner’s', async () => {
    const mail = await invitedBy('localhost', 'owner@example.com', 'new-child@example.com')
    const invitation = invitationIn(String(mail?.data.link))
    const other = await invitedBy('localhost', 'boss@example.com', 'guest-of-boss@example.com')
    const input = { password: TEST_PASSWORD, name: '', privacy: true as const, captcha: '' }
    const stranger = await browserAt('private.example')
    const foreign = { email: 'guest-of-boss@example.com', ...input, ...invitationIn(String(other?.data.link)) }
    expect((await stranger.call(auth.register, foreign)).body).toMatchObject({ code: 'invitation_needed' })
    const known = { email: 'boss@example.com', ...input, ...invitation }
    expect((await stranger.call(auth.register, known)).body).toMatchObject({ code: 'invitation_for_other' })
    expect((await app.mails('boss@example.com')).filter(({ template }) => template === 'already_registered')).toEqual(
      [],
    )
    // Opened at the provider's own host, it still makes a child account of the private brand.
    const newcomer = await browserAt('localhost')
    const { user } = await newcomer.must(auth.register, { email: 'new-child@example.com', ...input, ...invitation })
    expect(user).toMatchObject({ parent_id: owner_id, wl_id: private_id })
  })
})
