import { globSync, readFileSync } from 'node:fs'
import { ACTIONS_OF_KIND, LOG_KINDS, MEMBER_ACTIONS, REFUSED_ACTIONS } from '@portico/contract/audit-actions.ts'
import { auth } from '@portico/contract/auth.ts'
import { profile } from '@portico/contract/profile.ts'
import { ROLES, type Role } from '@portico/contract/role.ts'
import {
  LOG_RESULTS,
  type LogFilterInput,
  type LogRow,
  securityLog,
  securityLogExport,
} from '@portico/contract/security-log.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { appendAudit } from '#audit/store.ts'
import { addMember, dropMember } from '#team/members.ts'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0'
const PEOPLE = ['ann', 'ben', 'cleo', 'dora', 'eve'] as const
type Name = (typeof PEOPLE)[number]
/** Ann opened the account; Eve has nothing to do with it. */
const TEAM: Partial<Record<Name, Role>> = { ben: 'admin', cleo: 'developer', dora: 'finance' }

const app = sharedApp()
const ids = {} as Record<Name, number>
const browsers = {} as Record<Name, ReturnType<TestApp['browser']>>

beforeAll(async () => {
  for (const name of PEOPLE) {
    ids[name] = (await app.addUser({ email: `${name}@example.com`, name })).id
    await come(name)
  }
  app.clock.forward(DAY_MS)
  for (const [name, role] of Object.entries(TEAM) as [Name, Role][])
    await addMember(app.ctx, { owner_id: ids.ann, user_id: ids[name], role, cap_micros: null })
  app.clock.forward(1000)
  for (const name of PEOPLE) await come(name)
  for (const name of ['ben', 'cleo', 'dora'] as const)
    await browsers[name].must(users.setActiveApiUser, { login: 'ann@example.com' })
})

async function come(name: Name) {
  browsers[name] = app.browser({ ip: `198.51.100.${10 + PEOPLE.indexOf(name)}`, user_agent: FIREFOX })
  await browsers[name].signIn(`${name}@example.com`)
}

const log = (name: Name, filter: LogFilterInput & { before?: number } = {}) =>
  browsers[name].must(securityLog.getSecurityLog, filter as never)

async function all(name: Name, filter: LogFilterInput = {}): Promise<LogRow[]> {
  const rows: LogRow[] = []
  for (let before: number | undefined; ; before = rows.at(-1)?.id) {
    const page = await log(name, { ...filter, ...(before && { before }) })
    rows.push(...page.rows)
    if (!page.more) return rows
  }
}

const write = (
  action: string,
  about: { actor: string; user_id: number; detail?: Record<string, string | number>; ip?: string; days?: number },
) =>
  appendAudit(app.ctx.db, {
    at: new Date(app.clock.now().getTime() + (about.days ?? 0) * DAY_MS),
    action,
    actor: about.actor,
    user_id: about.user_id,
    detail: about.detail ?? {},
    ip: about.ip ?? '192.0.2.1',
    request_id: '',
  })

test('every audit action of the server has a kind, or is the operator’s alone', () => {
  const of_operator =
    /^(whitelabel|notice|promo|price|database_published|updates?|approval|books|month|payments_compared|test_payment|test_mail|catalogue)_?/
  const written = globSync('server/src/**/*.ts', { exclude: (path) => path.includes('test') }).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\baudit\(\s*(?:\w+|\{[^}]*\}),\s*([^,{]+)/g)].flatMap(([, second = '']) =>
      [...second.matchAll(/'([a-z_]+)'/g)].map(([, action = '']) => action),
    ),
  )
  expect(written.length).toBeGreaterThan(60)
  const kinds = (action: string) => LOG_KINDS.filter((kind) => ACTIONS_OF_KIND[kind].includes(action)).length
  expect(
    written.filter((action) => kinds(action) !== 1 && !(of_operator.test(action) && action !== 'promo_redeemed')),
  ).toEqual([])
})

test.each(ROLES)('the log is for owners and admins: as %s', async (role) => {
  await addMember(app.ctx, { owner_id: ids.ann, user_id: ids.eve, role, cap_micros: null })
  await browsers.eve.must(users.setActiveApiUser, { login: 'ann@example.com' })
  const may = role === 'owner' || role === 'admin'
  expect((await browsers.eve.call(securityLog.getSecurityLog, {})).status).toBe(may ? 200 : 404)
  expect((await browsers.eve.send({ path: securityLogExport.path })).status).toBe(may ? 200 : 404)
  // The database itself shows no other user what members did with their own accounts.
  const seen = await app.ctx
    .readAs({ user_id: ids.eve, sso_owner_id: null })
    .selectFrom('audit_log')
    .select('action')
    .where('user_id', '=', ids.dora)
    .execute()
  expect(seen.length > 0).toBe(may)
  await dropMember(app.ctx, ids.ann, ids.eve)
})

test('the log shows how members sign in and what protects their accounts, since they joined and while they are there', async () => {
  await browsers.cleo.must(profile.saveProfile, {
    name: 'cleo',
    phone: '',
    language: 'en',
    theme_view: 'dark',
    time_zone: '',
  } as never)
  await app.browser({ ip: '203.0.113.7', user_agent: 'curl/8' }).open('/signin')
  const stranger = app.browser({ ip: '203.0.113.7', user_agent: 'curl/8' })
  await stranger.open('/signin')
  await stranger.call(auth.authenticate, { email: 'cleo@example.com', password: 'a wrong one, surely', captcha: '' })
  const rows = await all('ben')
  const hers = rows.filter(({ who, whose }) => who === 'cleo' || whose === 'cleo')
  expect(hers.filter(({ action }) => action === 'signed_in')).toMatchObject([
    { ip: '198.51.100.12', device: FIREFOX, office: null, whose: null, is_refused: false },
  ])
  expect(hers.filter(({ is_refused }) => is_refused)).toMatchObject([
    { action: 'sign_in_failed', office: 'visitor', who: null, whose: 'cleo', ip: '203.0.113.7', device: 'curl/8' },
  ])
  expect(hers.some(({ action }) => action === 'profile_changed')).toBe(false)
  expect(rows.some(({ who, whose }) => who === 'eve' || whose === 'eve')).toBe(false)
  expect((await all('ann', { person: String(ids.cleo) })).map(({ action }) => action)).toContain('sign_in_failed')
  await dropMember(app.ctx, ids.ann, ids.cleo)
  expect((await all('ben')).some(({ whose }) => whose === 'cleo')).toBe(false)
  await addMember(app.ctx, { owner_id: ids.ann, user_id: ids.cleo, role: 'developer', cap_micros: null })
})

test('support is named with its reason, but without address and device', async () => {
  await write('acting_started', {
    actor: `staff:${ids.eve}`,
    user_id: ids.ann,
    detail: { reason: 'Ticket 4711', device: 'secret device' },
    ip: '10.9.9.9',
  })
  await write('limit_changed', {
    actor: `staff:${ids.eve}`,
    user_id: ids.ann,
    detail: { limit_micros: 5, before_limit_micros: 7 },
  })
  const rows = await all('ann', { kind: 'support' })
  expect(rows.slice(0, 2)).toMatchObject([
    { action: 'limit_changed', facts: [{ field: 'limit_micros', before: 7, after: 5 }] },
    { action: 'acting_started', office: 'support', who: 'eve', reason: 'Ticket 4711', ip: '', device: '' },
  ])
  expect((await all('ann', { q: 'secret device' })).map(({ device }) => device).join('')).toBe('')
  expect(await all('ann', { q: '10.9.9.9' })).toEqual([])
})

test('changes of the team are logged with the member concerned, and the values before and after', async () => {
  await browsers.ann.must(team.changeRole, { user_id: ids.dora, role: 'viewer' })
  const [row] = await all('ann', { kind: 'team' })
  expect(row).toMatchObject({
    action: 'role_changed',
    who: 'ann',
    facts: [
      { field: 'member', after: 'dora' },
      { field: 'role', before: 'finance', after: 'viewer' },
    ],
  })
  await browsers.ann.must(team.changeRole, { user_id: ids.dora, role: 'finance' })
})

function textOf({ ip, device, reason, who, whose, facts }: LogRow): string[] {
  return [ip, device, reason, who, whose, ...facts.flatMap(({ before, after }) => [before, after])].map((text) =>
    String(text ?? ''),
  )
}

/** What a reader would find by going through the whole list. */
function keeps(filter: LogFilterInput, row: LogRow): boolean {
  const day = row.at.slice(0, 10)
  const actor = { support: 'support', operator: 'operator', visitor: 'visitor' }[filter.person ?? '']
  const name = PEOPLE.find((one) => String(ids[one]) === filter.person)
  return (
    (!filter.from || day >= filter.from) &&
    (!filter.to || day <= filter.to) &&
    (!filter.kind ||
      ACTIONS_OF_KIND[filter.kind].includes(row.action) ||
      (filter.kind === 'support' && row.office === 'support')) &&
    (!filter.result || row.is_refused === (filter.result === 'refused')) &&
    (!actor || row.office === actor) &&
    (!name || (row.who === name && row.office === null) || (row.office === 'visitor' && row.whose === name)) &&
    (!filter.q || textOf(row).some((text) => text.toLowerCase().includes(filter.q ?? '')))
  )
}

test('every combination of filters shows the matching part of the whole list, page by page, and the file the same', async () => {
  const actions = LOG_KINDS.flatMap((kind) => ACTIONS_OF_KIND[kind])
  for (let n = 0; n < 240; n += 1) {
    const action = actions[n % actions.length] ?? ''
    const is_member = n % 5 === 0 && MEMBER_ACTIONS.includes(action)
    const is_refused = (REFUSED_ACTIONS as readonly string[]).includes(action)
    const user_id = is_member ? ids.ben : ids.ann
    const actor = is_refused
      ? 'visitor'
      : [`user:${user_id}`, `user:${ids.cleo}`, 'operator:test'][is_member ? 0 : n % 3]
    await write(action, {
      actor: actor ?? '',
      user_id,
      detail: { login: `login-${n}` },
      days: Math.floor(n / 40),
      ip: `192.0.2.${n % 9}`,
    })
  }
  const whole = await all('ann')
  expect(whole.length).toBeGreaterThan(240)
  expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
  const days = [...new Set(whole.map(({ at }) => at.slice(0, 10)))].toSorted()
  const spans: LogFilterInput[] = [{}, { from: days[2] }, { to: days.at(-2) }, { from: days[1], to: days[3] }]
  const results: LogFilterInput[] = [{}, ...LOG_RESULTS.map((result) => ({ result }))]
  let tried = 0
  for (const person of [undefined, String(ids.cleo), String(ids.ann), 'support', 'operator', 'visitor'])
    for (const kind of [undefined, ...LOG_KINDS])
      for (const result of results) {
        tried += 1
        const filter = { ...(person && { person }), ...(kind && { kind }), ...result, ...spans[tried % spans.length] }
        const wanted = whole.filter((row) => keeps(filter, row)).map(({ id }) => id)
        expect(
          (await all('ann', filter)).map(({ id }) => id),
          JSON.stringify(filter),
        ).toEqual(wanted)
      }
  for (const q of ['login-13', '192.0.2.4', 'cleo', 'firefox', 'no such thing', '%', '_', "'", '\\']) {
    const wanted = whole.filter((row) => keeps({ q }, row)).map(({ id }) => id)
    expect(
      (await all('ann', { q })).map(({ id }) => id),
      q,
    ).toEqual(wanted)
  }
  const { text } = await browsers.ann.send<string>({ path: `${securityLogExport.path}?kind=money` })
  expect(text.trim().split('\r\n').length - 1).toBe(whole.filter((row) => keeps({ kind: 'money' }, row)).length)
})

test('a search matches the sentence the reader sees, by the actions the page names', async () => {
  const rows = await all('ann', { q: 'passkey wurde', said: 'passkey_added,passkey_removed' })
  expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['passkey_added', 'passkey_removed']))
})

test('a page continues where the last one ended, also after new entries', async () => {
  const first = await log('ann')
  await write('signed_out', { actor: `user:${ids.ann}`, user_id: ids.ann })
  const second = await log('ann', { before: first.rows.at(-1)?.id ?? 0 })
  const seen = [...first.rows, ...second.rows].map(({ id }) => id)
  expect(new Set(seen).size).toBe(seen.length)
  expect(first.people.map(({ name }) => name)).toEqual(expect.arrayContaining(['ann', 'ben', 'cleo', 'dora']))
  expect(second.people).toEqual([])
})

test('a stranger’s user agent opens no formula in a spreadsheet', async () => {
  const stranger = app.browser({ ip: '203.0.113.9', user_agent: '=HYPERLINK("http://evil.example","x")' })
  await stranger.open('/signin')
  await stranger.call(auth.authenticate, { email: 'ann@example.com', password: 'a wrong one, surely', captcha: '' })
  const { text, headers } = await browsers.ann.send<string>({
    path: `${securityLogExport.path}?result=refused&q=203.0.113.9`,
  })
  expect(headers['content-disposition']).toBe('attachment; filename="security-log.csv"')
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`)
})

test.each([
  { from: '2026-02-30' },
  { person: '0' },
  { person: "1' or 1=1" },
  { kind: 'everything' },
  { result: 'maybe' },
  { said: 'DROP TABLE' },
  { q: 'x'.repeat(101) },
  { before: '-1' },
  { more: '1' },
])('a query with %o is refused', async (input) => {
  expect(await browsers.ann.call(securityLog.getSecurityLog, input as never)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  })
})
