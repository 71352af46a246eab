import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { type PlaygroundBlock, type PlaygroundMode, playground } from '@portico/contract/playground.ts'
import type { Role } from '@portico/contract/role.ts'
import { users } from '@portico/contract/users.ts'
import { describe, expect, test, vi } from 'vitest'
import { balanceOf, bookGift } from '#ledger/index.ts'
import { setSpendLimit } from '#ledger/limits/index.ts'
import { addMember } from '#team/members.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const SEARCH = 'POST /v3/serp/google/organic/live/advanced'
const POST = 'POST /v3/serp/google/organic/task_post'
const LINKS = 'POST /v3/backlinks/summary/live'
const LOOK_UP = 'GET /v3/serp/google/locations'
const TASKS: Record<string, Record<string, unknown>> = {
  [SEARCH]: { keyword: 'standing desk', location_code: 2840, language_code: 'en' },
  [POST]: { keyword: 'standing desk', location_code: 2840, language_code: 'en' },
  [LINKS]: { target: 'example.com' },
  [LOOK_UP]: {},
}

const app = sharedApp({}, closeBalanced)

let people = 0
/** A member of a new team, with functions that change their login. */
async function openMember(role: Exclude<Role, 'owner'>, micros: number) {
  people += 1
  const owner = await openCustomer(app, { usd: 0 })
  if (micros > 0) await owner.give(micros)
  const email = `runner-${people}@example.com`
  const { id } = await app.addUser({ email })
  await addMember(app.ctx, { owner_id: owner.user_id, user_id: id, role, cap_micros: null })
  const browser = await app.signedIn(email, { ip: '198.51.100.20' })
  await browser.must(users.setActiveApiUser, { login: owner.login })
  return { owner, browser, id }
}
type Member = Awaited<ReturnType<typeof openMember>>

const check = async ({ browser }: Member, method_id: string, mode: PlaygroundMode) =>
  (await browser.must(playground.checkRun, { method_id, mode, task: JSON.stringify(TASKS[method_id]) })).block

/** The code of a real run of the same task; null when the dashboard itself refuses it. */
async function codeOfRun({ browser }: Member, method_id: string, mode: PlaygroundMode): Promise<number | null> {
  const input = { method_id, task: JSON.stringify(TASKS[method_id]) }
  const reply =
    mode === 'sandbox'
      ? await browser.call(playground.runInSandbox, input)
      : await browser.call(playground.runLive, { ...input, max_micros: 1_000_000, key: randomUUID() })
  if (!('http_status' in reply.body)) return null
  const envelope = JSON.parse(reply.body.body)
  return envelope.tasks?.[0]?.status_code ?? envelope.status_code
}

const set = (login_id: number, values: Record<string, unknown>) =>
  app.database.db.updateTable('api_logins').set(values).where('id', '=', login_id).execute()

const verified = ({ owner }: Member, verified_at: Date | null) =>
  app.database.db.updateTable('users').set({ verified_at }).where('id', '=', owner.user_id).execute()
const limit = ({ owner: { login_id } }: Member, scope: string, kind: 'daily_limit' | 'cap', micros: number | null) =>
  setSpendLimit(app.ctx, { login_id, scope, kind, limit_micros: micros })

/** Facts that can refuse a run, each with how to switch it on and off. */
const FACTS: Record<string, (member: Member, is_on: boolean) => Promise<unknown>> = {
  'on hold': ({ owner }, is_on) => set(owner.login_id, { status: is_on ? 'on_hold' : 'active' }),
  'not verified': (member, is_on) => verified(member, is_on ? null : app.clock.now()),
  'switched off': ({ owner }, is_on) => set(owner.login_id, { status: is_on ? 'off' : 'active' }),
  'another IP': ({ owner }, is_on) =>
    set(owner.login_id, { ip_rules: JSON.stringify(is_on ? [{ cidr: '203.0.113.0/24', label: '' }] : []) }),
  'daily limit': (member, is_on) => limit(member, '', 'daily_limit', is_on ? 100 : null),
  'limit of an API': (member, is_on) => limit(member, 'serp', 'daily_limit', is_on ? 100 : null),
  'cap of the member': (member, is_on) => limit(member, `@${member.id}`, 'cap', is_on ? 100 : null),
  subscribed: ({ owner }, is_on) => set(owner.login_id, { subscriptions: is_on ? ['backlinks'] : [] }),
}
const BALANCES = [0, 100, 50_000_000]

const RUNS: [string, PlaygroundMode][] = [
  [SEARCH, 'sandbox'],
  [SEARCH, 'live'],
  [POST, 'live'],
  [LINKS, 'live'],
  [LOOK_UP, 'live'],
]

/** No fact and some pairs of facts with each balance, and every fact alone with enough money. */
function situations(part: number, role: Role): string[][] {
  const names = Object.keys(FACTS)
  const pairs = names.flatMap((a, at) => names.slice(at + 1).map((b) => [a, b]))
  const alone = part === BALANCES.length - 1 ? names.map((one) => [one]) : []
  // A viewer may run nothing that costs, whatever the other facts are.
  return [[], ...alone, ...(role === 'viewer' ? [] : pairs.filter((_, at) => at % 12 === part))]
}

describe('MN-09 the reason that would refuse a run is shown before it is sent', () => {
  test.each(['developer', 'viewer'] as const)(
    'the shown reason is the one that refuses the run, for a %s in every situation',
    async (role) => {
      const member = await openMember(role, 0)
      const differ: string[] = []
      const reasons = new Set<string>()
      for (const [part, micros] of BALANCES.entries()) {
        if (micros > 0) await member.owner.give(micros)
        for (const facts of situations(part, role)) {
          for (const name of facts) await FACTS[name]?.(member, true)
          for (const [method_id, mode] of RUNS) {
            const block = await check(member, method_id, mode)
            if (block) reasons.add(block.reason)
            const code = await codeOfRun(member, method_id, mode)
            const predicted = block ? block.code : 'run'
            const real = code === CODE.ok || code === CODE.taskCreated ? 'run' : code
            if (real !== predicted)
              differ.push(`${facts.join(' + ')}, ${micros}: ${method_id} ${mode}: ${predicted}, ${real}`)
          }
          for (const name of facts) await FACTS[name]?.(member, false)
        }
      }
      expect(differ).toEqual([])
      const live = 'daily_limit ip login_off member_limit no_funds not_verified on_hold subscription'
      const expected = role === 'viewer' ? 'ip login_off not_verified on_hold role' : live
      expect([...reasons].sort()).toEqual(expected.split(' '))
    },
  )

  test('the shown reason has the data of its button', async () => {
    const member = await openMember('developer', 50_000_000)
    const block = (reason: PlaygroundBlock['reason'], more: Partial<PlaygroundBlock>) => ({
      reason,
      title: '',
      product: null,
      limit_micros: 0,
      ...more,
    })
    expect(await check(member, LINKS, 'live')).toEqual(
      block('subscription', { code: CODE.subscriptionNeeded, title: 'Backlinks', product: 'backlinks' }),
    )
    await FACTS['limit of an API']?.(member, true)
    expect(await check(member, SEARCH, 'live')).toEqual(
      block('daily_limit', { code: CODE.costLimit, title: 'SERP', limit_micros: 100 }),
    )
    expect(await check(member, SEARCH, 'sandbox')).toBeNull()
  })

  test.each([
    ['duplicates_hour', CODE.duplicatesPerHour],
    ['duplicates_day', CODE.duplicatesPerDay],
  ] as const)(
    'identical tasks count for %s when they are sent, not when their block is checked',
    async (limit, code) => {
      const member = await openMember('developer', 50_000_000)
      await set(member.owner.login_id, { [limit]: 10 })
      for (let time = 0; time < 12; time += 1) expect(await check(member, SEARCH, 'live')).toBeNull()
      for (let time = 0; time < 10; time += 1) expect(await codeOfRun(member, SEARCH, 'live')).toBe(CODE.ok)
      expect(await check(member, SEARCH, 'live')).toMatchObject({ reason: 'duplicates', code })
    },
  )

  test('checking a block changes no balance, holds nothing and writes no error', async () => {
    const member = await openMember('developer', 0)
    const { login_id } = member.owner
    const state = async () => {
      const count = async (table: 'ledger_holds' | 'usage_events' | 'error_events' | 'rate_limits') =>
        (
          await app.database.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .execute()
        )[0]?.n
      return {
        balance: await balanceOf(app.ctx, login_id),
        holds: await count('ledger_holds'),
        usage: await count('usage_events'),
        errors: await count('error_events'),
        limits: await count('rate_limits'),
      }
    }
    await set(login_id, { duplicates_hour: 10 })
    const before = await state()
    expect(await check(member, SEARCH, 'live')).toMatchObject({ reason: 'no_funds' })
    await bookGift(app.ctx, { id: randomUUID(), login_id, amount_micros: 5_000_000, memo: 'more', actor: 'test' })
    expect(await check(member, SEARCH, 'live')).toBeNull()
    expect(await state()).toEqual({ ...before, balance: 5_000_000 })
  })
})
