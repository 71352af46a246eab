import { DAY_MS } from '@portico/contract/time.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  RETRY_DAYS,
  type StoredState,
  type SubscriptionEvent,
  type SubscriptionState,
  transition,
} from './transition.ts'

const START = new Date('2026-03-02T10:00:00Z')
const END = new Date('2026-04-02T10:00:00Z')
const RULES = { grace_days: 7 }
const days = (from: Date, count: number) => new Date(from.getTime() + count * DAY_MS)
const NEXT_END = new Date('2026-05-02T10:00:00Z')
const GRACE_END = days(END, 7)

const base = { anchor_at: START, periods: 1, period_start: START, period_end: END, tries: 0, next_try_at: END }
const STANDINGS: Record<StoredState, SubscriptionState> = {
  active: { ...base, state: 'active', access_until: GRACE_END },
  canceling: { ...base, state: 'canceling', access_until: END },
  past_due: { ...base, state: 'past_due', access_until: GRACE_END, tries: 1, next_try_at: days(END, 1) },
  expired: { ...base, state: 'expired', access_until: null },
}
const EVENTS = {
  'paid in the period': { kind: 'paid', at: days(END, -3), is_renewal: false },
  'paid in the grace': { kind: 'paid', at: days(END, 3), is_renewal: false },
  'paid after the grace': { kind: 'paid', at: days(END, 8), is_renewal: false },
  'charged by us in the grace': { kind: 'paid', at: days(END, 3), is_renewal: true },
  'a failed charge': { kind: 'failed', at: END },
  'canceled in the period': { kind: 'cancel', at: days(END, -3) },
  'canceled after the period': { kind: 'cancel', at: days(END, 1) },
  resumed: { kind: 'resume' },
  'the clock before the end': { kind: 'clock', at: days(END, -1), has_order: false },
  'the clock at the end': { kind: 'clock', at: END, has_order: false },
  'the clock in the grace': { kind: 'clock', at: days(END, 6), has_order: false },
  'the clock after the grace': { kind: 'clock', at: GRACE_END, has_order: false },
  'the clock after the grace, being paid': { kind: 'clock', at: GRACE_END, has_order: true },
  reversed: { kind: 'reversed' },
  'given back again in the period': { kind: 'restored', at: days(END, -3) },
  'given back again after the period': { kind: 'restored', at: END },
} as const satisfies Record<string, SubscriptionEvent>
type EventName = keyof typeof EVENTS

/** The result of each event, by the state before it; `-` cannot happen. */
const TABLE: Record<EventName, Record<'none' | StoredState, StoredState | '-'>> = {
  'paid in the period': {
    none: 'active',
    active: 'active',
    canceling: 'canceling',
    past_due: 'active',
    expired: 'active',
  },
  'paid in the grace': {
    none: 'active',
    active: 'active',
    canceling: 'canceling',
    past_due: 'active',
    expired: 'active',
  },
  'paid after the grace': {
    none: 'active',
    active: 'active',
    canceling: 'canceling',
    past_due: 'active',
    expired: 'active',
  },
  'charged by us in the grace': {
    none: 'active',
    active: 'active',
    canceling: 'canceling',
    past_due: 'active',
    // Canceled while the charge was in progress: the month that was paid, and no further one.
    expired: 'canceling',
  },
  'a failed charge': {
    none: '-',
    active: 'past_due',
    canceling: 'canceling',
    past_due: 'past_due',
    expired: 'expired',
  },
  'canceled in the period': { none: '-', active: 'canceling', canceling: '-', past_due: 'expired', expired: '-' },
  'canceled after the period': { none: '-', active: 'expired', canceling: '-', past_due: 'expired', expired: '-' },
  resumed: { none: '-', active: '-', canceling: 'active', past_due: '-', expired: '-' },
  'the clock before the end': {
    none: '-',
    active: 'active',
    canceling: 'canceling',
    past_due: 'past_due',
    expired: 'expired',
  },
  'the clock at the end': {
    none: '-',
    active: 'active',
    canceling: 'expired',
    past_due: 'past_due',
    expired: 'expired',
  },
  'the clock in the grace': {
    none: '-',
    active: 'active',
    canceling: 'expired',
    past_due: 'past_due',
    expired: 'expired',
  },
  'the clock after the grace': {
    none: '-',
    active: 'expired',
    canceling: 'expired',
    past_due: 'expired',
    expired: 'expired',
  },
  'the clock after the grace, being paid': {
    none: '-',
    active: 'active',
    canceling: 'expired',
    past_due: 'past_due',
    expired: 'expired',
  },
  reversed: { none: '-', active: 'expired', canceling: 'expired', past_due: 'expired', expired: 'expired' },
  'given back again in the period': {
    none: '-',
    active: 'active',
    canceling: 'canceling',
    past_due: 'past_due',
    expired: 'canceling',
  },
  'given back again after the period': {
    none: '-',
    active: 'active',
    canceling: 'canceling',
    past_due: 'past_due',
    expired: 'expired',
  },
}
const CELLS = Object.entries(TABLE).flatMap(([event, row]) =>
  Object.entries(row).map(([before, after]) => [before, event, after] as const),
)

describe('every state and every event', () => {
  test.each(CELLS)('%s, %s: %s', (before, event, after) => {
    const state = before === 'none' ? undefined : STANDINGS[before as StoredState]
    expect(transition(state, EVENTS[event as EventName], RULES)?.state ?? '-').toBe(after)
  })

  test.each(CELLS.filter(([, , after]) => after !== '-'))('%s, %s: access as %s has it', (before, event) => {
    const known = before === 'none' ? undefined : STANDINGS[before as StoredState]
    const next = transition(known, EVENTS[event as EventName], RULES)
    if (!next) throw new Error('this event happens')
    const until = { active: 7, past_due: 7, canceling: 0, expired: null }[next.state]
    expect(next.access_until).toEqual(until === null ? null : days(next.period_end, until))
  })
})

const PAYMENTS = (['active', 'canceling', 'past_due'] as const).flatMap((state) =>
  [-3, 0, 5].flatMap((day) => [false, true].map((is_renewal) => [state, day, is_renewal] as const)),
)

test.each(PAYMENTS)(
  'a payment for a subscription that is %s, on day %i, continues where the period ended (renewal: %s)',
  (state, day, is_renewal) => {
    expect(transition(STANDINGS[state], { kind: 'paid', at: days(END, day), is_renewal }, RULES)).toEqual({
      state: state === 'canceling' ? 'canceling' : 'active',
      anchor_at: START,
      periods: 2,
      period_start: END,
      period_end: NEXT_END,
      access_until: state === 'canceling' ? NEXT_END : days(NEXT_END, 7),
      tries: 0,
      next_try_at: NEXT_END,
    })
  },
)

test.each([
  ['active', 7, 'active'],
  ['canceling', 7, 'canceling'],
  ['past_due', 8, 'active'],
  ['expired', -3, 'active'],
  ['expired', 8, 'active'],
] as const)(
  'a payment for a subscription that is %s, on day %i, starts a new period, so that time without access is not paid for',
  (before, day, state) => {
    const at = days(END, day)
    const period_end = addMonths(at, 1)
    expect(transition(STANDINGS[before], { kind: 'paid', at, is_renewal: false }, RULES)).toEqual({
      state,
      anchor_at: at,
      periods: 1,
      period_start: at,
      period_end,
      access_until: state === 'canceling' ? period_end : days(period_end, 7),
      tries: 0,
      next_try_at: period_end,
    })
  },
)

test('a failed renewal is retried on days 1, 3 and 5, and access lasts through the grace period', () => {
  let state = STANDINGS.active
  const planned: number[] = []
  for (let at = END; planned.length < 4; at = state.next_try_at) {
    state = transition(state, { kind: 'failed', at }, RULES) ?? state
    planned.push((state.next_try_at.getTime() - END.getTime()) / DAY_MS)
    expect(state.access_until).toEqual(GRACE_END)
  }
  expect(planned).toEqual([...RETRY_DAYS, RULES.grace_days])
})

test('retries after a late first attempt are a day apart', () => {
  const late = transition(STANDINGS.active, { kind: 'failed', at: days(END, 4) }, RULES)
  expect(late?.next_try_at).toEqual(days(END, 5))
})

test.each([
  ['2026-01-31T08:00:00Z', 1, '2026-02-28T08:00:00.000Z'],
  ['2026-01-31T08:00:00Z', 2, '2026-03-31T08:00:00.000Z'],
  ['2028-01-31T08:00:00Z', 1, '2028-02-29T08:00:00.000Z'],
  ['2026-11-30T23:59:59Z', 3, '2027-02-28T23:59:59.000Z'],
  ['2026-12-15T00:00:00Z', 1, '2027-01-15T00:00:00.000Z'],
])('%s and %i months is %s', (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(to)
})

test('access exists exactly while something was paid for, in any order of events', () => {
  const event = fc.oneof(
    fc.constantFrom('paid', 'failed', 'cancel', 'resume', 'clock', 'reversed').map((kind) => ({ kind, skip: 0 })),
    fc.integer({ min: 1, max: 20 }).map((skip) => ({ kind: 'clock', skip })),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.integer({ min: 1, max: 28 }), (events, grace_days) => {
      let now = START
      let current: SubscriptionState | undefined
      for (const { kind, skip } of events) {
        now = days(now, skip)
        const before: SubscriptionState | undefined = current
        current = transition(before, { kind, at: now } as SubscriptionEvent, { grace_days }) ?? before
        if (!current) continue
        const { state, period_start, period_end, access_until } = current
        expect(period_end > period_start).toBe(true)
        expect(access_until === null).toBe(state === 'expired')
        if (state === 'canceling') expect(access_until).toEqual(period_end)
        if (access_until) expect(access_until <= days(period_end, grace_days)).toBe(true)
        // Access is given and extended by a payment alone, but for the grace period of a customer who resumes.
        if (kind !== 'paid' && kind !== 'resume' && access_until)
          expect(before?.access_until && before.access_until >= access_until).toBe(true)
        if (kind === 'paid') expect(period_end > now).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})
