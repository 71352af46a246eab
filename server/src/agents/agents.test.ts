import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { access } from '@portico/contract/access.ts'
import { agents } from '@portico/contract/agents.ts'
import { CODE } from '@portico/contract/codes.ts'
import { team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { addMember } from '#team/members.ts'
import { openMcpClient } from '#testing/agents/mcp.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { LIVE, LIVE_MICROS, openCustomer } from '#testing/gateway/customer.ts'
import { openMember } from '#testing/gateway/member.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const METHOD = `POST ${LIVE}`
const TASK = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }
const BOUNDS = {
  name: 'Researcher',
  is_live: true,
  functions: null,
  total_micros: 1_000_000,
  day_micros: null,
  days: 7,
} as const

const site = sharedApp({}, closeBalanced)
let url: string
let count = 0
beforeAll(async () => {
  url = await site.app.listen({ port: 0, host: '127.0.0.1' })
})

/** A customer, signed in at the dashboard. */
async function openOwner() {
  const customer = await openCustomer(site)
  count += 1
  const browser = await site.signedIn(customer.login, { ip: `198.51.100.${count}` })
  const add = async (more: object = {}) => browser.must(agents.addAgent, { ...BOUNDS, ...more })
  return { ...customer, browser, add }
}

const run = { method_id: METHOD, task: TASK, mode: 'live', max_cost_usd: 1 }
/** Signs in with a secret and runs once: the code of the answer, or the HTTP status of a refusal. */
async function tryOnce(secret: string, args: Record<string, unknown> = run): Promise<number> {
  try {
    const mcp = await openMcpClient(url, secret)
    const { status_code, error } = await mcp.call('run', args)
    await mcp.close()
    return status_code ?? error
  } catch (error) {
    if (error instanceof StreamableHTTPError) return error.code ?? -1
    throw error
  }
}

test('an agent login is listed with its limits and spend, and its secret is shown only once', async () => {
  const owner = await openOwner()
  const { id, secret } = await owner.add({ functions: ['serp'], day_micros: 500_000 })
  expect(secret).toMatch(/^ag_[0-9A-Za-z]{38}$/)
  expect(await tryOnce(secret)).toBe(CODE.ok)
  const { agents: listed, mcp_url, can_add } = await owner.browser.must(agents.getAgents, {})
  expect(can_add).toBe(true)
  expect(mcp_url).toBe(new URL('/mcp', site.ctx.env.public_url).href)
  expect(listed).toEqual([
    {
      id,
      name: 'Researcher',
      is_live: true,
      functions: ['serp'],
      total_micros: 1_000_000,
      day_micros: 500_000,
      spent_total_micros: LIVE_MICROS,
      spent_today_micros: LIVE_MICROS,
      status: 'active',
      made_by: expect.any(String),
      is_own: true,
      created_at: site.clock.now().toISOString(),
      expires_at: new Date(site.clock.now().getTime() + 7 * 86_400_000).toISOString(),
      last_used_at: site.clock.now().toISOString(),
    },
  ])
  const { rows } = await owner.browser.must(access.getAccessActivity, { kind: 'logins' })
  expect(rows[0]).toMatchObject({ action: 'agent_added' })
  expect(rows[0]?.facts).toContainEqual({ field: 'agent', after: 'Researcher' })
})

test('a live agent needs a total limit, a name and functions that exist; the sandbox needs no limit', async () => {
  const { browser } = await openOwner()
  const wrong = [
    { total_micros: null },
    { name: '  ' },
    { name: 'x'.repeat(61) },
    { functions: [] },
    { functions: ['nothing/like/this'] },
    { days: 2 },
    { day_micros: -1 },
  ]
  for (const one of wrong)
    expect((await browser.call(agents.addAgent, { ...BOUNDS, ...one } as never)).status, JSON.stringify(one)).toBe(400)
  const free = { ...BOUNDS, is_live: false, total_micros: null }
  expect((await browser.call(agents.addAgent, free)).status).toBe(200)
})

test('the secret is shown only to a user who has just entered the sign-in password', async () => {
  const { browser } = await openOwner()
  site.clock.forward(6 * 60_000)
  const { status, body } = await browser.call(agents.addAgent, BOUNDS)
  expect([status, body]).toMatchObject([403, { code: 'reauth_needed' }])
})

describe('stopping an agent', () => {
  test('an agent is refused at its expiry, to the millisecond', async () => {
    const owner = await openOwner()
    const { secret } = await owner.add({ days: 1 })
    site.clock.forward(86_400_000 - 1)
    expect(await tryOnce(secret)).toBe(CODE.ok)
    site.clock.forward(1)
    expect(await tryOnce(secret)).toBe(401)
    const later = await site.signedIn(owner.login, { ip: '198.51.100.200' })
    expect((await later.must(agents.getAgents, {})).agents).toMatchObject([{ status: 'expired' }])
  })

  test('a revoked agent is refused at its next call', async () => {
    const owner = await openOwner()
    const { id, secret } = await owner.add()
    expect(await tryOnce(secret)).toBe(CODE.ok)
    await owner.browser.must(agents.revokeAgent, { id })
    expect(await tryOnce(secret)).toBe(401)
    expect((await owner.browser.must(agents.getAgents, {})).agents).toEqual([])
    expect((await owner.browser.call(agents.revokeAgent, { id })).status, 'it is gone').toBe(404)
    const held = await site.meter.hold({
      id: newCallId(site.clock.now()),
      login_id: owner.login_id,
      agent_id: id,
      api: 'serp',
      function: 'google/organic',
      amount_micros: 1,
    })
    expect(held, 'a call that was let in before holds nothing any more').toMatchObject({ ok: false })
  })

  test('agents of a member who leaves the team are refused, also after the member comes back', async () => {
    const owner = await openOwner()
    const member = await openMember(site, owner, { role: 'developer' })
    const { secret } = await member.browser.must(agents.addAgent, BOUNDS)
    expect(await tryOnce(secret)).toBe(CODE.ok)
    // Agents of the owner, and of the same member in another team.
    const second = await openOwner()
    await addMember(site.ctx, { owner_id: second.user_id, user_id: member.id, role: 'developer', cap_micros: null })
    await member.browser.must(users.setActiveApiUser, { login: second.login })
    const others = [await owner.add(), await member.browser.must(agents.addAgent, BOUNDS)]
    await owner.browser.must(team.changeRole, { user_id: member.id, role: 'viewer' })
    expect(await tryOnce(secret), 'who may not call has no agent that may').toBe(401)
    await owner.browser.must(team.removeMember, { user_id: member.id })
    await addMember(site.ctx, { owner_id: owner.user_id, user_id: member.id, role: 'developer', cap_micros: null })
    expect(await tryOnce(secret)).toBe(401)
    for (const other of others) expect(await tryOnce(other.secret), 'of another person or team').toBe(CODE.ok)
  })

  test('an agent is refused when its login is off or its address is not on the list', async () => {
    const owner = await openOwner()
    const { login } = await owner.browser.must(access.addMachineLogin, { name: `etl-${count}` })
    await owner.browser.must(users.setActiveApiUser, { login })
    const { secret } = await owner.add({ is_live: false })
    const sandbox = { ...run, mode: 'sandbox' }
    expect(await tryOnce(secret, sandbox)).toBe(CODE.ok)
    const rules = [{ cidr: '203.0.113.0/24', label: '' }]
    await owner.browser.must(access.saveIpAccess, { rules, check: false })
    expect(await tryOnce(secret, sandbox)).toBe(403)
    await owner.browser.must(access.saveIpAccess, { rules: [], check: false })
    await owner.browser.must(access.setLoginOff, { login, off: true })
    expect(await tryOnce(secret, sandbox)).toBe(401)
  })
})

test('an agent cannot get more than its creator’s daily limit, and that limit stops the creator’s agents', async () => {
  const owner = await openOwner()
  const member = await openMember(site, owner, { role: 'developer', cap_micros: 2 * LIVE_MICROS })
  for (const day_micros of [null, 2 * LIVE_MICROS + 1])
    expect((await member.browser.call(agents.addAgent, { ...BOUNDS, day_micros })).body).toMatchObject({
      code: 'above_own_cap',
    })
  // The sandbox spends nothing, so no limit is needed there.
  for (const day_micros of [null, 3 * LIVE_MICROS])
    await member.browser.must(agents.addAgent, { ...BOUNDS, is_live: false, total_micros: null, day_micros })
  const given = { ...BOUNDS, day_micros: 2 * LIVE_MICROS }
  const [first, second] = [
    await member.browser.must(agents.addAgent, given),
    await member.browser.must(agents.addAgent, given),
  ]
  expect([await tryOnce(first.secret), await tryOnce(second.secret), await tryOnce(second.secret)]).toEqual([
    CODE.ok,
    CODE.ok,
    CODE.costLimit,
  ])
})

test('a developer sees and revokes their own agents, an admin all of this login, another account none', async () => {
  const owner = await openOwner()
  const developer = await openMember(site, owner, { role: 'developer' })
  const admin = await openMember(site, owner, { role: 'admin' })
  const stranger = await openOwner()
  const { id: owners } = await owner.add({ name: 'Of the owner' })
  const { id: own } = await developer.browser.must(agents.addAgent, BOUNDS)
  const seen = async (browser: typeof owner.browser) =>
    (await browser.must(agents.getAgents, {})).agents.map(({ id, is_own }) => [id, is_own])
  expect(await seen(developer.browser)).toEqual([[own, true]])
  expect(await seen(admin.browser)).toEqual([
    [own, false],
    [owners, false],
  ])
  expect(await seen(stranger.browser)).toEqual([])
  for (const browser of [developer.browser, stranger.browser])
    expect((await browser.call(agents.revokeAgent, { id: owners })).body).toMatchObject({ code: 'unknown_agent' })
  await developer.browser.must(agents.revokeAgent, { id: own })
  await admin.browser.must(agents.revokeAgent, { id: owners })
})
