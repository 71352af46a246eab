import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRecharge, nextChance, type RechargeFacts, type RechargeVerdict } from './decide.ts'

const now = new Date('2026-03-20T10:00:00Z')
const ago = (ms: number, amount_micros = 50_000_000) => ({ created_at: new Date(now.getTime() - ms), amount_micros })
const NEEDED: RechargeFacts = {
  now,
  is_on: true,
  balance_micros: 9_999_999,
  threshold_micros: 10_000_000,
  amount_micros: 50_000_000,
  month_max_micros: null,
  retry_at: null,
  charges: [],
  has_open_order: false,
}

test.each<[string, Partial<RechargeFacts>, RechargeVerdict]>([
  ['below the threshold', {}, 'charge'],
  ['exactly at it', { balance_micros: 10_000_000 }, 'enough'],
  ['below zero after a dispute', { balance_micros: -5_000_000 }, 'charge'],
  ['turned off', { is_on: false }, 'off'],
  ['another charge in progress', { has_open_order: true }, 'under_way'],
  ['a failure less than a day ago', { retry_at: new Date(now.getTime() + 1) }, 'retry_later'],
  ['a failure a day ago', { retry_at: now }, 'charge'],
  ['charged 23 hours ago', { charges: [ago(23 * HOUR_MS)] }, 'once_a_day'],
  ['charged 24 hours ago', { charges: [ago(DAY_MS)] }, 'charge'],
  ['four within thirty days', { charges: [2, 5, 9, 29].map((days) => ago(days * DAY_MS)) }, 'too_often'],
  ['the fourth thirty days ago', { charges: [2, 5, 9, 30].map((days) => ago(days * DAY_MS)) }, 'charge'],
  ['the ceiling just reached', { month_max_micros: 100_000_000, charges: [ago(2 * DAY_MS)] }, 'charge'],
  ['a cent above the ceiling', { month_max_micros: 99_990_000, charges: [ago(2 * DAY_MS)] }, 'month_max'],
  ['charges of the month before', { month_max_micros: 50_000_000, charges: [ago(20 * DAY_MS)] }, 'charge'],
  ['the first of the month counts', { month_max_micros: 99_990_000, charges: [ago(19 * DAY_MS)] }, 'month_max'],
])('%s: %s', (_, facts, verdict) => {
  expect(decideRecharge({ ...NEEDED, ...facts })).toBe(verdict)
})

test('any spending leads to at most one charge in 24 hours, four in thirty days, and the ceiling per month', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ hours: fc.integer({ min: 0, max: 60 }), isLow: fc.boolean() }), { maxLength: 120 }),
      fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
      (steps, ceiling) => {
        const month_max_micros = ceiling === null ? null : ceiling * 50_000_000
        const charges: RechargeFacts['charges'] = []
        let at = now.getTime()
        for (const { hours, isLow } of steps) {
          at += hours * HOUR_MS
          const facts = {
            ...NEEDED,
            now: new Date(at),
            month_max_micros,
            charges,
            balance_micros: isLow ? 0 : 20_000_000,
          }
          if (decideRecharge(facts) === 'charge') charges.push({ created_at: new Date(at), amount_micros: 50_000_000 })
        }
        const times = charges.map(({ created_at }) => created_at.getTime())
        times.forEach((time, index) => {
          expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(DAY_MS)
          expect(time - (times[index - 4] ?? 0)).toBeGreaterThanOrEqual(30 * DAY_MS)
        })
        if (month_max_micros === null) return
        for (const month of Map.groupBy(charges, ({ created_at }) => created_at.toISOString().slice(0, 7)).values())
          expect(month.length * 50_000_000).toBeLessThanOrEqual(month_max_micros)
      },
    ),
    { numRuns: 1000 },
  )
})

test('a login that a limit keeps from being charged is checked again when the limit may allow it, without delay', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 31 * 24 }), { maxLength: 6 }),
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 20, maxLength: 20 }),
      (hours, ceiling, parts) => {
        const month_max_micros = ceiling === null ? null : ceiling * 50_000_000
        const facts = { ...NEEDED, month_max_micros, charges: hours.map((hour) => ago(hour * HOUR_MS)) }
        const verdict = decideRecharge(facts)
        const until = nextChance(facts, verdict)
        expect(until !== undefined).toBe(['once_a_day', 'too_often', 'month_max'].includes(verdict))
        if (!until) return
        const wait_ms = until.getTime() - now.getTime()
        expect(wait_ms).toBeGreaterThan(0)
        for (const part of [...parts, (wait_ms - 1) / wait_ms])
          expect(decideRecharge({ ...facts, now: new Date(now.getTime() + Math.floor(wait_ms * part)) })).not.toBe(
            'charge',
          )
        expect(decideRecharge({ ...facts, now: until }), 'the same limit allows it then').not.toBe(verdict)
      },
    ),
  )
})
