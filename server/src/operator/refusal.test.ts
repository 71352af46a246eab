import { auth } from '@portico/contract/auth.ts'
import { fieldMessages } from '@portico/contract/form-fields.ts'
import { operator } from '@portico/contract/operator.ts'
import { isProblemCode, Problem } from '@portico/contract/problem.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'
import type { Given } from './command.ts'
import { commands } from './commands.ts'
import { refusalOf } from './refusal.ts'

const site = sharedApp()
beforeAll(async () => {
  await site.addUser({ email: 'ann@example.com' })
  await site.addStaff({ email: 'sam@example.com' })
})

/** What the command line would print of this answer. */
function refusalText(name: string, given: Partial<Given>, { body }: { body: object }): string | undefined {
  const command = commands.find((known) => known.name === name)
  if (!command) throw new Error(`no command ${name}`)
  const { code, fields } = body as { code?: unknown; fields?: Record<string, string> }
  if (!isProblemCode(code)) throw new Error(`not refused: ${JSON.stringify(body)}`)
  return refusalOf(new Problem(code, { fields: fields ?? {} }), command, {
    words: [],
    options: {},
    json: false,
    ...given,
  })
}

const by = 'test'

test('a reason that is too short is reported as such', async () => {
  const answer = await site.operator(operator.unconfirm, { email: 'ann@example.com', reason: 'x', by })
  expect(refusalText('user unconfirm', { words: ['ann@example.com'], options: { reason: 'x' } }, answer)).toBe(
    "--reason 'x': must have at least 3 characters",
  )
})

test('a reason of blanks is refused, in every command', async () => {
  const asking = Object.entries(operator).filter(([, { input }]) => 'shape' in input && 'reason' in input.shape)
  expect(asking.map(([name]) => name)).toEqual(
    expect.arrayContaining(['credit', 'refundCall', 'setLogin', 'closeUser']),
  )
  for (const [name, { input }] of asking) {
    const { error } = input.safeParse({ reason: '   ' })
    expect(error && fieldMessages(error), name).toHaveProperty('reason', 'must have at least 3 characters')
  }
  const answer = await site.operator(operator.unconfirm, { email: 'ann@example.com', reason: '   ', by })
  expect(refusalText('user unconfirm', { words: ['ann@example.com'], options: { reason: '   ' } }, answer)).toBe(
    "--reason '   ': must have at least 3 characters",
  )
})

test('a notice that is never shown or has no text is refused', async () => {
  const add = (from: string, to: string, text: string | null) =>
    site
      .operator(operator.addNotice, { id: 'window', starts_at: from, ends_at: to, text, by })
      .then((answer) =>
        refusalText('notice add', { words: ['window'], options: { from, to, ...(text && { text }) } }, answer),
      )
  expect(await add('2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z', null)).toBe(
    "--to '2025-01-02T00:00:00Z': is over already: nobody would see it",
  )
  expect(await add('2999-01-01T00:00:00Z', '2999-01-02T00:00:00Z', '   ')).toMatch(/^--text ' {3}': must not be blank/)
})

test('a notice of the provider’s file is not removed here, and the answer names the file', async () => {
  const [planned] = site.ctx.planned
  if (!planned) throw new Error('the sample provider has no notices')
  const answer = await site.operator(operator.removeNotice, { id: planned.id, by })
  expect(refusalText('notice remove', { words: [planned.id] }, answer)).toMatch(
    new RegExp(`^<id> '${planned.id}': stands in .*notices\\.yaml: take it out there and restart the server$`),
  )
})

test('a day that is in no calendar is refused', async () => {
  const answer = await site.operator(operator.startBooks, { since: '2026-02-31' })
  expect(refusalText('books', { options: { since: '2026-02-31' } }, answer)).toBe(
    "--since '2026-02-31': must be a day like 2026-11-01",
  )
})

test('a refused value is reported with the argument it was typed as', async () => {
  const set = (brand: Record<string, string | number>, options: Record<string, string>, id?: number) =>
    site
      .operator(operator.setWhitelabel, { host: 'acme.example', brand, by, ...(id && { id }) })
      .then((answer) => refusalText('whitelabel set', { words: ['acme.example'], options }, answer))
  const title = 'Acme'
  expect(await set({ title, terms_url: 'http://x.example' }, { terms: 'http://x.example' })).toBe(
    "--terms 'http://x.example': must be an https address",
  )
  expect(await set({ title, radius: 'big' }, { radius: 'big' })).toBe(
    "--radius 'big': must be a whole number from 0 to 16",
  )
  expect(await set({ accent: '#112233' }, { accent: '#112233' })).toBe('--title: is missing')
  expect(await set({ title, mail_from: 'nobody' }, { 'mail-from': 'nobody' })).toBe(
    "--mail-from 'nobody': must be an e-mail address",
  )
  await site.operator(operator.setWhitelabel, { host: 'acme.example', id: 7, brand: { title }, by })
  expect(await set({ title }, { id: '8' }, 8)).toBe("--id '8': cannot change: acme.example is white-label 7 already")
  const hero = { de: { title: 'x'.repeat(200), points: [] } }
  const answer = await site.operator(operator.setWhitelabel, { host: 'acme.example', brand: { hero }, by })
  expect(refusalText('whitelabel set', { options: { 'hero-de': 'xx' } }, answer)).toBe(
    "--hero-de 'xx': must have at most 120 characters",
  )
})

test('a subscription that no function needs is refused with the known ones, and nothing is changed', async () => {
  const login = 'ann@example.com'
  const set = (subscriptions: string[]) =>
    site.operator(operator.setLogin, { login, subscriptions, per_minute: 77, reason: 'for a test', by })
  const options = { subscriptions: 'backlinks,nosuch' }
  expect(refusalText('login set', { words: [login], options }, await set(['backlinks', 'nosuch']))).toBe(
    "--subscriptions 'backlinks,nosuch': nosuch is unknown; known are backlinks, llm_mentions",
  )
  const row = () =>
    site.database.db
      .selectFrom('api_logins')
      .select(['per_minute', 'subscriptions'])
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
  expect(await row()).not.toMatchObject({ per_minute: 77 })
  expect((await set(['llm_mentions', 'backlinks'])).status).toBe(200)
  expect((await row()).subscriptions.toSorted()).toEqual(['backlinks', 'llm_mentions'])
  expect((await set([])).body).toMatchObject({ subscriptions: [] })
})

test('an unknown account or login is reported with the argument that names it', async () => {
  const reason = 'for a test'
  const unknown = 'nobody@example.com'
  const words = [unknown]
  expect(refusalText('user show', { words }, await site.operator(operator.showUser, { who: unknown }))).toBe(
    `<e-mail> '${unknown}': User not found.`,
  )
  const limits = await site.operator(operator.setLogin, { login: unknown, reason, by })
  expect(refusalText('login set', { words }, limits)).toBe(`<login> '${unknown}': API login not found.`)
  const paid = await site.operator(operator.listPayments, { login: unknown, limit: 50 })
  expect(refusalText('payment list', { options: { login: unknown } }, paid)).toBe(
    `--login '${unknown}': API login not found.`,
  )
  const log = await site.operator(operator.listAudit, { email: unknown })
  expect(refusalText('audit list', { options: { user: unknown } }, log)).toBe(`--user '${unknown}': User not found.`)
  const acting = { staff: 'sam@example.com', user: unknown, reason, by }
  expect(
    refusalText('impersonate', { words: [acting.staff, unknown] }, await site.operator(operator.impersonate, acting)),
  ).toBe(`<user e-mail> '${unknown}': has no open account`)
  const posing = { staff: 'ann@example.com', user: 'ann@example.com', reason, by }
  expect(
    refusalText(
      'impersonate',
      { words: [posing.staff, posing.user] },
      await site.operator(operator.impersonate, posing),
    ),
  ).toBe("<staff e-mail> 'ann@example.com': is not staff; staff add makes someone staff")
})

test('several refused values are reported one after the other, each with its form', async () => {
  const given = { words: ['X'], options: { from: 'monday', to: '2026-12-03T03:30:00Z' } }
  const ask = { id: 'X', starts_at: 'monday', ends_at: '2026-12-03T03:30:00Z', text: null, by }
  expect(refusalText('notice add', given, await site.operator(operator.addNotice, ask))).toBe(
    "<id> 'X': must be 1 to 60 small letters, digits and dashes; --from 'monday': must look like 2026-12-03T03:30:00Z",
  )
})

test('a notice of maintenance does not replace one of new prices', async () => {
  const window = { starts_at: '2026-12-03T03:00:00Z', ends_at: '2026-12-03T03:30:00Z', text: null, by }
  const answer = await site.operator(operator.addNotice, { id: 'prices-3', ...window })
  expect(refusalText('notice add', { words: ['prices-3'] }, answer)).toContain(
    "<id> 'prices-3': is the name of a notice of new prices",
  )
  expect((await site.operator(operator.addNotice, { id: 'prices-window', ...window })).status).toBe(200)
})

test('a sign-in link for staff is refused with how staff sign in', async () => {
  const ask = { user: 'sam@example.com', kind: 'onetime', mail: false, by } as const
  const text = refusalText('onetime', { words: [ask.user] }, await site.operator(operator.onetime, ask))
  expect(text).toContain("<e-mail> 'sam@example.com': is staff and signs in with password and code at http://localhost")
  expect(text).toContain('staff factor')
})

test('staff add prints the sign-in address', async () => {
  const { body } = await site.operator(operator.addStaff, { email: 'new@example.com', by })
  expect(body).toMatchObject({ sign_in_link: new URL('/signin', site.ctx.env.public_url).href })
})

test('a customer who has not confirmed can be looked up', async () => {
  const browser = site.browser({ ip: '192.0.2.7' })
  await browser.open('/register')
  const input = {
    email: 'late@example.com',
    password: 'a long and quiet river',
    name: 'Lea',
    privacy: true,
    captcha: '',
  }
  await browser.must(auth.register, { ...input, privacy: true })
  const { body } = await site.operator(operator.showUser, { who: 'Late@example.com' })
  expect(body).toMatchObject({ email: 'late@example.com', name: 'Lea', status: 'pending', logins: [], sessions: 0 })
})
