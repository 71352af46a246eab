import { chargeableUnits, quoteOf } from '@portico/contract/price.ts'
import type { Tariff } from '@portico/contract/tariff.ts'
import { expect, test } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { countVolume, releaseLostVolume, releaseVolume, reserveVolume } from './volume.ts'

const site = sharedApp()

const FREE = 25
const TIERS = [
  { up_to: 40, micros: 7 },
  { up_to: 90, micros: 3 },
  { up_to: null, micros: 5 },
]
const MOST = 12
const TARIFF: Tariff = {
  results: null,
  pages: null,
  measures: [{ name: 'tokens', of: 'answer', answer: 'n', size: 1, included: 0, maximum: MOST, bound: null }],
  monthly: { pool: 'chat', free: { tokens: FREE } },
  normal: { per_request: 0, per_result: 0, per_page: 0, tiers: { tokens: TIERS }, extras: [] },
  high: null,
}
const quote = quoteOf(TARIFF, chargeableUnits(TARIFF, {}))
const monthly = quote.monthly ?? { pool: '', units: [] }
const counted = (tokens: number) => ({ results: 0, pages: 0, measured: { tokens } })

/** The price of the n-th unit that is paid for. */
const priceAt = (n: number) => TIERS.find(({ up_to }) => up_to === null || n < up_to)?.micros ?? 0

async function month(login_id: number) {
  const { rows } = await site.database.owner.query(
    `select free_used, free_reserved, paid_used from volume_months v join api_logins l on l.owner_id = v.owner_id
       where l.id = $1 order by month desc limit 1`,
    [login_id],
  )
  return rows[0] ?? { free_used: 0, free_reserved: 0, paid_used: 0 }
}

/** Another login of the same account. */
async function secondLogin(login_id: number): Promise<number> {
  const { rows } = await site.database.owner.query(
    `insert into api_logins (owner_id, login, kind, created_at)
       select owner_id, 'second-' || id, 'machine', now() from api_logins where id = $1 returning id`,
    [login_id],
  )
  return rows[0].id
}

test('a random order of reserving, counting and releasing charges as a reference does, and never more than was held', async () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    let state = seed * 7_919
    const dice = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    const { login_id } = await openCustomer(site)
    const logins = [login_id, await secondLogin(login_id)]
    const model = { free: 0, paid: 0, charged: 0 }
    const open = new Map<string, { login_id: number; reserved: number; held: number }>()
    let charged = 0
    for (let step = 0; step < 90; step += 1) {
      const [id, call] = [...open][dice(open.size || 1)] ?? []
      if (!id || !call || (open.size < 4 && dice(2) === 0)) {
        const made = { id: newCallId(site.ctx.clock.now()), login_id: logins[dice(2)] ?? login_id }
        const reserved = (await reserveVolume(site.ctx, made, monthly)).tokens?.free ?? 0
        const others = [...open.values()].reduce((sum, one) => sum + one.reserved, 0)
        expect(reserved).toBe(Math.max(0, Math.min(MOST, FREE - model.free - others)))
        open.set(made.id, { login_id: made.login_id, reserved, held: quote.held({ tokens: reserved }) })
        continue
      }
      open.delete(id)
      if (dice(5) === 0) {
        await releaseVolume(site.ctx, [id])
        continue
      }
      const tokens = dice(MOST + 4)
      const others = [...open.values()].reduce((sum, one) => sum + one.reserved, 0)
      const charge = () =>
        countVolume(site.ctx, { id, login_id: call.login_id }, monthly, (volume) =>
          quote.charge(counted(tokens), volume),
        )
      const micros = await charge()
      expect(await charge(), 'a second time it costs the same').toBe(micros)
      expect(micros).toBeLessThanOrEqual(call.held)
      charged += micros
      for (let unit = 0; unit < Math.min(tokens, MOST); unit += 1)
        if (model.free + others < FREE) model.free += 1
        else model.charged += priceAt(model.paid++)
      expect(await month(login_id)).toMatchObject({
        free_used: model.free,
        paid_used: model.paid,
        free_reserved: others,
      })
    }
    expect(charged).toBe(model.charged)
    expect(model.paid, 'all tiers were reached').toBeGreaterThan(90)
  }
}, 60_000)

test('calls of several logins and processes at once use each free unit and each step of the price once', async () => {
  const { login_id } = await openCustomer(site)
  const logins = [login_id, await secondLogin(login_id)]
  const other = await site.sibling()
  const micros = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const ctx = at % 2 === 0 ? site.ctx : other.ctx
      const call = { id: newCallId(ctx.clock.now()), login_id: logins[at % 2] ?? login_id }
      const reserved = (await reserveVolume(ctx, call, monthly)).tokens?.free ?? 0
      const cost = await countVolume(ctx, call, monthly, (volume) => quote.charge(counted(3), volume))
      expect(cost).toBeLessThanOrEqual(quote.held({ tokens: reserved }))
      return cost
    }),
  )
  const { free_used, paid_used, free_reserved } = await month(login_id)
  expect([free_used + paid_used, free_reserved]).toEqual([180, 0])
  let expected = 0
  for (let unit = 0; unit < paid_used; unit += 1) expected += priceAt(unit)
  expect(micros.reduce((sum, one) => sum + one, 0)).toBe(expected)
}, 60_000)

test('a new month begins at zero, by the time of the call in UTC', async () => {
  const { login_id } = await openCustomer(site)
  const costAt = (at: string) =>
    countVolume(site.ctx, { id: newCallId(new Date(at)), login_id }, monthly, (volume) =>
      quote.charge(counted(MOST), volume),
    )
  const january = [await costAt('2026-01-31T10:00:00Z'), await costAt('2026-01-31T23:59:59.999Z')]
  expect(january).toEqual([0, 0])
  expect(await costAt('2026-01-31T23:59:59.999Z')).toBe(11 * 7)
  expect(await costAt('2026-02-01T00:00:00Z')).toBe(0)
  expect(await costAt('2026-01-15T00:00:00Z'), 'a late call counts for its own month').toBe(MOST * 7)
})

test('units of a call that was never booked are released after an hour, and those of a booked one stay', async () => {
  const customer = await openCustomer(site)
  const lost = { id: newCallId(site.ctx.clock.now()), login_id: customer.login_id }
  await reserveVolume(site.ctx, lost, monthly)
  expect(await month(customer.login_id)).toMatchObject({ free_reserved: MOST })
  await releaseLostVolume(site.ctx)
  expect(await month(customer.login_id)).toMatchObject({ free_reserved: MOST })
  site.clock.forward(61 * 60 * 1000)
  expect(await releaseLostVolume(site.ctx)).toBeGreaterThanOrEqual(1)
  expect(await month(customer.login_id)).toMatchObject({ free_reserved: 0, free_used: 0 })
})
