import { access } from '@portico/contract/access.ts'
import { agents } from '@portico/contract/agents.ts'
import { apiKeys, KEY_MAIL_DAYS, KEYS_MAX } from '@portico/contract/api-keys.ts'
import { CODE } from '@portico/contract/codes.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { errors } from '@portico/contract/errors.ts'
import { operator } from '@portico/contract/operator.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { team } from '@portico/contract/team.ts'
import { usage } from '@portico/contract/usage.ts'
import { users } from '@portico/contract/users.ts'
import { expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { fundsOf } from '#ledger/index.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { KEY_BOUNDS, NEW_KEY } from '#testing/gateway/api-key.ts'
import { LIVE, LIVE_MICROS, openCustomer, type Sent, search } from '#testing/gateway/customer.ts'
import { openMember } from '#testing/gateway/member.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { mailExpiringKeys } from './index.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
const site = sharedApp({}, closeBalanced)
let count = 0

async function openOwner(usd = 10) {
  const customer = await openCustomer(site, { usd })
  const owner = {
    ...customer,
    browser: site.browser(),
    /** Signs in, again after time has passed. */
    async enter() {
      count += 1
      owner.browser = site.browser({ ip: `198.51.100.${count}` })
      await owner.browser.signIn(customer.login)
    },
    add: (more: Partial<typeof NEW_KEY> = {}) => owner.browser.must(apiKeys.addKey, { ...NEW_KEY, ...more }),
    one: async (id: number) => (await owner.browser.must(apiKeys.getKeys, {})).keys.find((key) => key.id === id),
    async live(secret: string, sent: Sent = {}) {
      const headers = { authorization: `Bearer ${secret}` }
      const { http, body } = await customer.call(LIVE, { body: search(), headers, ...sent })
      return http === 401 ? 401 : (body?.tasks?.[0]?.status_code ?? body?.status_code)
    },
  }
  await owner.enter()
  return owner
}

test('a key is listed with its bounds, spend and last use, and its secret is nowhere but in the answer that made it', async () => {
  const owner = await openOwner()
  const before = site.log_lines.length
  const { id, secret } = await owner.add({
    functions: ['serp', 'serp'],
    addresses: ['198.51.100.77', '2001:db8::/32'],
    per_minute: 30,
    days: 90,
  })
  expect(secret).toMatch(/^portico_live_[0-9A-Za-z]{38}$/)
  expect(await owner.live(secret)).toBe(CODE.ok)
  await site.gateway.gate.callers.noteKeyUses()
  expect(await owner.one(id)).toEqual({
    id,
    name: 'Nightly import',
    prefix: secret.slice(0, 'portico_live_1234'.length),
    is_live: true,
    is_read_only: false,
    functions: ['serp'],
    addresses: ['198.51.100.77', '2001:db8::/32'],
    per_minute: 30,
    total_micros: null,
    day_micros: null,
    spent_total_micros: LIVE_MICROS,
    spent_today_micros: LIVE_MICROS,
    status: 'active',
    made_by: expect.any(String),
    is_own: true,
    created_at: site.clock.now().toISOString(),
    expires_at: new Date(site.clock.now().getTime() + 90 * DAY_MS).toISOString(),
    last_used_at: site.clock.now().toISOString(),
    overlap_until: null,
  })
  const { rows } = await owner.browser.must(access.getAccessActivity, { kind: 'credentials' })
  expect(rows[0]).toMatchObject({ action: 'key_added' })
  expect(rows[0]?.facts).toContainEqual({ field: 'key', after: 'Nightly import' })
  expect(site.log_lines.slice(before).join('')).not.toContain(secret.slice(20))
  const dump = JSON.stringify(
    await site.database.db.selectFrom('agent_logins').selectAll().where('id', '=', id).execute(),
  )
  expect(dump).not.toContain(secret.slice(20))
})

test('a sandbox key names the sandbox in its secret, and neither is an agent nor opens one', async () => {
  const owner = await openOwner()
  const { id, secret } = await owner.add({ is_live: false })
  expect(secret).toMatch(/^portico_test_/)
  expect(await owner.live(secret)).toBe(CODE.notAllowed)
  expect((await owner.browser.must(agents.getAgents, {})).agents).toEqual([])
  expect((await owner.browser.call(agents.revokeAgent, { id })).status).toBe(404)
  const mcp = await site.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${secret}` },
    payload: {},
  })
  expect(mcp.statusCode).toBe(401)
})

test('a key and an agent are named as what they are, on their own login: not as the other, nor from another login of their owner', async () => {
  const { browser, login, add } = await openOwner()
  const key = await add()
  const bounds = { is_live: false, functions: null, total_micros: null, day_micros: null, days: 7 } as const
  const agent = await browser.must(agents.addAgent, { ...bounds, name: 'Researcher' })
  const listed = async () => [
    (await browser.must(apiKeys.getKeys, {})).keys.map(({ id }) => id),
    (await browser.must(agents.getAgents, {})).agents.map(({ id }) => id),
  ]
  const refused = async (key_id: number, agent_id: number) => {
    const answers = [
      await browser.call(apiKeys.changeKey, { ...KEY_BOUNDS, name: 'Other', id: key_id }),
      await browser.call(apiKeys.rotateKey, { id: key_id, overlap_min: 60 }),
      await browser.call(apiKeys.revokeKey, { id: key_id }),
      await browser.call(agents.revokeAgent, { id: agent_id }),
    ]
    expect(answers.map(({ status }) => status >= 400)).toEqual([true, true, true, true])
  }
  await refused(agent.id, key.id)
  const { login: machine } = await browser.must(access.addMachineLogin, { name: 'etl' })
  await browser.must(users.setActiveApiUser, { login: machine })
  expect(await listed()).toEqual([[], []])
  await refused(key.id, agent.id)
  await browser.must(users.setActiveApiUser, { login })
  expect(await listed()).toEqual([[key.id], [agent.id]])
})

test('bad bounds are refused field by field, and the number of keys is bounded', async () => {
  const { browser, add } = await openOwner()
  const wrong = [
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { functions: [] },
    { functions: ['nothing/like/this'] },
    { addresses: ['10.0.0.0/0'] },
    { addresses: ['10.0.0.1', 'everywhere'] },
    { addresses: Array.from({ length: 101 }, (_one, n) => `10.0.0.${n}`) },
    { days: 2 },
    { day_micros: -1 },
    { total_micros: 1.5 },
    { per_minute: 0 },
    { per_minute: 1.5 },
    { per_minute: 100_001 },
  ]
  for (const one of wrong)
    expect((await browser.call(apiKeys.addKey, { ...NEW_KEY, ...one } as never)).status, JSON.stringify(one)).toBe(400)
  expect((await browser.call(apiKeys.addKey, { ...NEW_KEY, functions: ['serp', 'nothing'] })).body).toMatchObject({
    fields: { functions: MESSAGES.noFunction },
  })
  for (let n = 0; n < KEYS_MAX; n += 1) await add()
  expect((await browser.call(apiKeys.addKey, NEW_KEY)).body).toMatchObject({ code: 'too_many' })
})

test('a daily limit stops a key to the micro-dollar under parallel calls of two processes, and no other credential', async () => {
  const owner = await openOwner()
  const other = await site.sibling()
  const { id, secret } = await owner.add({ name: 'Bounded', day_micros: 5 * LIVE_MICROS + LIVE_MICROS - 1 })
  const free = await owner.add()
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_one, n) => owner.live(secret, n % 3 === 0 ? { app: other.app } : {})),
  )
  expect(codes.filter((code) => code === CODE.ok)).toHaveLength(5)
  expect(codes.filter((code) => code === CODE.costLimit)).toHaveLength(25)
  expect(await owner.one(id)).toMatchObject({ spent_today_micros: 5 * LIVE_MICROS })
  const refused = await owner.call(LIVE, { body: search(), headers: { authorization: `Bearer ${secret}` } })
  expect(refused.body?.tasks?.[0]?.status_message).toContain('for the API key "Bounded" is reached')
  const { rows } = await owner.browser.must(errors.getErrorRows, { ...today(), via: String(id) })
  expect(rows[0]).toMatchObject({ code: CODE.costLimit })
  expect(await owner.browser.must(errors.getError, { id: rows[0]?.id ?? '' })).toMatchObject({
    credential: { id, name: 'Bounded', kind: 'key' },
    refusal: { reason: 'cap', title: 'Bounded' },
  })
  expect(await owner.live(free.secret)).toBe(CODE.ok)
  expect(await owner.live('', { headers: {} })).toBe(CODE.ok)
  // The next UTC day begins with nothing spent; the limit can be raised and lowered on the way.
  site.clock.forward(DAY_MS)
  expect(await owner.live(secret)).toBe(CODE.ok)
  await owner.enter()
  await owner.browser.must(apiKeys.changeKey, { id, ...KEY_BOUNDS, day_micros: LIVE_MICROS })
  expect(await owner.live(secret)).toBe(CODE.costLimit)
  await owner.browser.must(apiKeys.changeKey, { id, ...KEY_BOUNDS, day_micros: 2 * LIVE_MICROS })
  expect([await owner.live(secret), await owner.live(secret)]).toEqual([CODE.ok, CODE.costLimit])
})

function today() {
  const now = site.clock.now()
  const day = (more: number) => new Date(now.getTime() + more * DAY_MS).toISOString().slice(0, 10)
  return { from: day(-2), to: day(1) }
}

test('a revoked key is refused within a second on every process and holds no money at once', async () => {
  const owner = await openOwner()
  const other = await site.sibling()
  const { id, secret } = await owner.add({ name: 'Leaked' })
  const other_key = await owner.add({ name: 'Stays' })
  // Busy enough for a lease, so that money was taken in advance.
  for (let n = 0; n < 5; n += 1)
    expect([await owner.live(secret), await owner.live(secret, { app: other.app })]).toEqual([CODE.ok, CODE.ok])
  await owner.browser.must(apiKeys.revokeKey, { id })
  // Still cached: admitted, but nothing can be held for it.
  expect(await owner.live(secret)).toBe(CODE.costLimit)
  const held = await site.meter.hold({
    id: newCallId(site.clock.now()),
    login_id: owner.login_id,
    agent_id: id,
    api: 'serp',
    function: 'google/organic',
    amount_micros: 1,
  })
  expect(held).toMatchObject({ ok: false })
  site.clock.forward(SECOND_MS)
  expect([await owner.live(secret), await owner.live(secret, { app: other.app })]).toEqual([401, 401])
  expect(await owner.live(other_key.secret)).toBe(CODE.ok)
  expect((await owner.browser.call(apiKeys.revokeKey, { id })).status).toBe(404)
  expect((await owner.browser.call(apiKeys.rotateKey, { id, overlap_min: 0 })).status).toBe(404)
  expect((await owner.browser.call(apiKeys.changeKey, { id, ...KEY_BOUNDS })).status).toBe(404)
  await site.gateway.gate.wrongPasswords.record()
  const { rows } = await owner.browser.must(errors.getErrorRows, { ...today(), via: String(id) })
  expect(rows.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('The API key "Leaked" no longer works'),
  )
  await vi.waitFor(async () => expect((await fundsOf(site.ctx, owner.login_id)).held_micros).toBe(0), {
    timeout: 8_000,
  })
})

test('a rotated key has a new secret at once, the old one for the overlap, and the one before it no longer', async () => {
  const owner = await openOwner()
  const { id, secret: first } = await owner.add({ functions: ['serp'] })
  const { secret: second } = await owner.browser.must(apiKeys.rotateKey, { id, overlap_min: 60 })
  expect([await owner.live(first), await owner.live(second)]).toEqual([CODE.ok, CODE.ok])
  expect(await owner.one(id)).toMatchObject({
    prefix: second.slice(0, 17),
    functions: ['serp'],
    overlap_until: new Date(site.clock.now().getTime() + 60 * 60 * SECOND_MS).toISOString(),
  })
  site.clock.forward(60 * 60 * SECOND_MS - 1)
  expect([await owner.live(first), await owner.live(second)]).toEqual([CODE.ok, CODE.ok])
  site.clock.forward(1)
  expect([await owner.live(first), await owner.live(second)]).toEqual([401, CODE.ok])
  expect(await owner.one(id)).toMatchObject({ overlap_until: null })
  await owner.enter()
  const { secret: third } = await owner.browser.must(apiKeys.rotateKey, { id, overlap_min: 1440 })
  const { secret: fourth } = await owner.browser.must(apiKeys.rotateKey, { id, overlap_min: 0 })
  site.clock.forward(SECOND_MS)
  expect(await Promise.all([first, second, third, fourth].map((one) => owner.live(one)))).toEqual([
    401,
    401,
    401,
    CODE.ok,
  ])
})

test('a key stops to the millisecond when it expires, and works again with a later expiry', async () => {
  const owner = await openOwner()
  const { id, secret: old } = await owner.add({ days: 30 })
  site.clock.forward(30 * DAY_MS - 1)
  await owner.enter()
  const { secret } = await owner.browser.must(apiKeys.rotateKey, { id, overlap_min: 1440 })
  expect([await owner.live(old), await owner.live(secret)]).toEqual([CODE.ok, CODE.ok])
  site.clock.forward(1)
  expect([await owner.live(old), await owner.live(secret)]).toEqual([401, 401])
  await owner.enter()
  expect(await owner.one(id)).toMatchObject({ status: 'expired', overlap_until: null })
  expect((await owner.browser.call(apiKeys.rotateKey, { id, overlap_min: 60 })).body).toMatchObject({
    code: 'key_expired',
  })
  await owner.browser.must(apiKeys.changeKey, { id, ...KEY_BOUNDS, days: null })
  site.clock.forward(SECOND_MS)
  expect(await owner.live(secret)).toBe(CODE.ok)
  expect(await owner.one(id)).toMatchObject({ status: 'active', expires_at: null })
})

test('the maker gets one mail a week before a key expires, and again after a new expiry', async () => {
  const owner = await openOwner()
  const mails = async () => (await site.mails(owner.login)).filter(({ template }) => template === 'key_expires')
  const { id } = await owner.add({ name: '<b>Ends</b>', days: 30 })
  await owner.add({ name: 'Never ends' })
  const gone = await owner.add({ name: 'Revoked', days: 30 })
  await owner.browser.must(apiKeys.revokeKey, { id: gone.id })
  // The maker of another key is blocked: there is no mail to count.
  const blocked = await openOwner()
  await blocked.add({ days: 30 })
  await site.database.pool.query(`update users set status = 'disabled' where id = $1`, [blocked.user_id])
  site.clock.forward((30 - KEY_MAIL_DAYS) * DAY_MS - 1)
  await mailExpiringKeys(site.ctx)
  expect(await mails()).toHaveLength(0)
  site.clock.forward(1)
  const counts = await Promise.all([mailExpiringKeys(site.ctx), mailExpiringKeys(site.ctx)])
  expect(await mails()).toHaveLength(1)
  expect(counts.toSorted()).toEqual([0, 1])
  await owner.enter()
  await owner.browser.must(apiKeys.changeKey, { id, ...KEY_BOUNDS, days: 30 })
  site.clock.forward(25 * DAY_MS)
  await mailExpiringKeys(site.ctx)
  expect(await mails()).toHaveLength(2)
})

test('a refused key was not used: expired, of another login, or of a login that is off', async () => {
  const owner = await openOwner()
  const { login } = await owner.browser.must(access.addMachineLogin, { name: `off-${owner.login_id}` })
  await owner.browser.must(users.setActiveApiUser, { login })
  const { id, secret } = await owner.add({ days: 30 })
  const used = async () => {
    await site.gateway.gate.callers.noteKeyUses()
    return (await owner.one(id))?.last_used_at
  }
  const basic = (name: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  const call = async (authorization: string) =>
    (await owner.call('/v3/appendix/user_data', { headers: { authorization } })).http
  expect([await call(basic(owner.login)), await used()]).toEqual([401, null])
  await owner.browser.must(access.setLoginOff, { login, off: true })
  site.clock.forward(SECOND_MS)
  expect([await call(basic(login)), await used()]).toEqual([401, null])
  await owner.browser.must(access.setLoginOff, { login, off: false })
  site.clock.forward(SECOND_MS)
  const at = site.clock.now().toISOString()
  expect([await call(basic(login)), await used()]).toEqual([200, at])
  site.clock.forward(30 * DAY_MS)
  await owner.enter()
  await owner.browser.must(users.setActiveApiUser, { login })
  expect([await call(basic(login)), await used()]).toEqual([401, at])
})

test('the log shows what was changed of a key, with amounts before and after, and nothing where nothing was', async () => {
  const owner = await openOwner()
  const { id } = await owner.add({ name: 'Import', day_micros: 1_000_000, functions: ['serp'] })
  const change = async (more: Partial<Input<typeof apiKeys.changeKey>>) => {
    const before = { ...KEY_BOUNDS, name: 'Import', day_micros: 1_000_000, functions: ['serp'] }
    await owner.browser.must(apiKeys.changeKey, { id, ...before, ...more })
    const { rows } = await owner.browser.must(access.getAccessActivity, { kind: 'credentials' })
    const changed = rows.filter(({ action }) => action === 'key_changed')
    return [changed.length, changed[0]?.facts.filter(({ field }) => field !== 'login')]
  }
  expect(await change({})).toEqual([0, undefined])
  expect(await change({ days: null }), 'it never expired').toEqual([0, undefined])
  expect(await change({ name: 'Export' })).toEqual([1, [{ field: 'key', before: 'Import', after: 'Export' }]])
  const renamed = { name: 'Export' }
  expect(await change({ ...renamed, day_micros: null, total_micros: 5_000_000 })).toEqual([
    2,
    [
      { field: 'key', after: 'Export' },
      { field: 'cap_micros', before: 1_000_000, after: null },
      { field: 'total_micros', before: null, after: 5_000_000 },
    ],
  ])
  const limited = { ...renamed, day_micros: null, total_micros: 5_000_000 }
  expect(
    await change({ ...limited, is_read_only: true, functions: null, addresses: ['::1'], per_minute: 9, days: 30 }),
  ).toEqual([
    3,
    [
      { field: 'key', after: 'Export' },
      { field: 'fields', after: 'is_read_only, functions, addresses, per_minute, expires_at' },
    ],
  ])
})

test('last use is written once a minute', async () => {
  const owner = await openOwner()
  const { id, secret } = await owner.add()
  const used = async () => {
    await site.gateway.gate.callers.noteKeyUses()
    return (await owner.one(id))?.last_used_at
  }
  expect(await used()).toBeNull()
  const first = site.clock.now().toISOString()
  await owner.live(secret)
  expect(await used()).toBe(first)
  site.clock.forward(59 * SECOND_MS)
  await owner.live(secret)
  expect(await used()).toBe(first)
  site.clock.forward(SECOND_MS)
  await owner.live(secret)
  expect(await used()).toBe(site.clock.now().toISOString())
})

test('roles: a developer has keys of their own within their cap, a manager revokes them, and they end with the member', async () => {
  const owner = await openOwner()
  const dev = await openMember(site, owner, { role: 'developer', cap_micros: 3 * LIVE_MICROS })
  const viewer = await openMember(site, owner, { role: 'viewer' })
  const admin = await openMember(site, owner, { role: 'admin' })
  const own = await owner.add({ name: 'Of the owner' })
  expect(await viewer.browser.call(apiKeys.addKey, NEW_KEY)).toMatchObject({ body: { code: 'not_allowed' } })
  const theirs = await dev.browser.must(apiKeys.addKey, { ...NEW_KEY, name: 'Of the developer' })
  const list = async (browser: typeof dev.browser) =>
    (await browser.must(apiKeys.getKeys, {})).keys.map(({ name, is_own }) => [name, is_own])
  expect(await list(dev.browser)).toEqual([['Of the developer', true]])
  expect(await list(admin.browser)).toEqual([
    ['Of the developer', false],
    ['Of the owner', false],
  ])
  expect(await list(viewer.browser)).toEqual([])
  for (const { browser } of [dev, admin]) {
    expect((await browser.call(apiKeys.rotateKey, { id: own.id, overlap_min: 0 })).status).toBe(404)
    expect((await browser.call(apiKeys.changeKey, { id: own.id, ...KEY_BOUNDS })).status).toBe(404)
  }
  expect((await dev.browser.call(apiKeys.revokeKey, { id: own.id })).status).toBe(404)
  expect((await owner.browser.call(apiKeys.rotateKey, { id: theirs.id, overlap_min: 0 })).status).toBe(404)
  // What the key spends counts for its maker, not for the owner's keys.
  expect([
    await owner.live(theirs.secret),
    await owner.live(theirs.secret),
    await owner.live(theirs.secret),
    await owner.live(theirs.secret),
  ]).toEqual([CODE.ok, CODE.ok, CODE.ok, CODE.costLimit])
  expect(await owner.live(own.secret)).toBe(CODE.ok)
  const stranger = await openOwner()
  expect((await stranger.browser.call(apiKeys.revokeKey, { id: own.id })).status).toBe(404)
  await owner.browser.must(team.removeMember, { user_id: dev.id } as never)
  site.clock.forward(SECOND_MS)
  expect([await owner.live(theirs.secret), await owner.live(own.secret)]).toEqual([401, CODE.ok])
  await admin.browser.must(apiKeys.revokeKey, { id: own.id })
})

test('the settings of the login bind its keys: its addresses, a hold by the operator, and turning it off', async () => {
  const owner = await openOwner()
  const { login } = await owner.browser.must(access.addMachineLogin, { name: `etl-${owner.login_id}` })
  await owner.browser.must(users.setActiveApiUser, { login })
  const { secret } = await owner.add({ addresses: ['198.51.100.0/24'] })
  await owner.browser.must(access.saveIpAccess, {
    rules: [{ cidr: '198.51.100.77', label: '' }],
    check: false,
  } as never)
  site.clock.forward(SECOND_MS)
  // The machine login has no money: what is free shows who may call.
  const from = async (ip: string) => {
    const headers = { authorization: `Bearer ${secret}` }
    const { http, body } = await owner.call('/v3/appendix/user_data', { headers, ip })
    return http === 401 ? 401 : body?.status_code
  }
  expect([await from('198.51.100.77'), await from('198.51.100.78'), await from('203.0.113.1')]).toEqual([
    CODE.ok,
    CODE.addressRefused,
    CODE.addressRefused,
  ])
  const after = async (change: () => Promise<unknown>) => {
    await change()
    site.clock.forward(SECOND_MS)
    return from('198.51.100.77')
  }
  const hold = (on_hold: boolean) => async () =>
    expect((await site.operator(operator.setLogin, { login, on_hold, reason: 'a test', by: 'test' })).status).toBe(200)
  const turn = (off: boolean) => () => owner.browser.must(access.setLoginOff, { login, off })
  expect([await after(hold(true)), await after(hold(false))]).toEqual([CODE.onHold, CODE.ok])
  expect([await after(turn(true)), await after(turn(false))]).toEqual([401, CODE.ok])
  expect(await owner.live('', { headers: {} }), 'another login is not concerned').toBe(CODE.ok)
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.example","x")',
  '"quoted", and\ttab',
  '{{name}} $& %s',
  '\u202Egnp.exe',
  '🔑 ключ '.trim(),
]

test('hostile names pass unchanged through list, refusals, filter and files, and no cell begins a formula', async () => {
  const owner = await openOwner()
  for (const name of HOSTILE) {
    const { id, secret } = await owner.add({ name, functions: ['merchant'] })
    const { body } = await owner.call(LIVE, { body: search(), headers: { authorization: `Bearer ${secret}` } })
    expect(body?.status_message).toContain(`The API key "${name}" may not call serp/google/organic.`)
    await owner.browser.must(apiKeys.changeKey, { id, ...KEY_BOUNDS, name })
    site.clock.forward(SECOND_MS)
    expect(await owner.live(secret)).toBe(CODE.ok)
  }
  const { keys } = await owner.browser.must(apiKeys.getKeys, {})
  expect(keys.map(({ name }) => name).toReversed()).toEqual(HOSTILE)
  const { agents: choices } = await owner.browser.must(usage.getUsageChoices, {} as never)
  expect(
    choices
      .filter(({ kind }) => kind === 'key')
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...HOSTILE].sort())
  const { from, to } = today()
  const file = await owner.browser.send({ path: `/api/usage/export?from=${from}&to=${to}&format=csv` })
  const lines = file.text.split('\r\n')
  expect(lines[0]).toMatch(/,key_id,key,.*,key_kind$/)
  expect(lines.filter((line) => line.endsWith(',key'))).toHaveLength(2 * HOSTILE.length)
  expect(lines.filter((line) => line.includes(',20000,'))).toHaveLength(HOSTILE.length)
  expect(file.text).not.toMatch(/,"?=HYPERLINK/)
  for (const { id } of keys) expect(file.text).toContain(`,${id},`)
})
