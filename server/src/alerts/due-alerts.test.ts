import { type Alerts, NO_ALERTS } from '@portico/contract/alert-fields.ts'
import type { LoginAlertKind } from '@portico/contract/alert-kinds.ts'
import { expect, test } from 'vitest'
import { dueAlerts } from './due-alerts.ts'
import { RULES } from './kinds.ts'
import type { Sent } from './rule.ts'

const NOW = new Date('2026-03-02T10:00:00.000Z')
const CALM = {
  balance_micros: 100,
  days_left: null as number | null,
  limits: [{ scope: '', limit_micros: 1000, spent_micros: 0, is_refused: false }],
  calls: 0,
  errors: 0,
}
type Facts = typeof CALM
const spent = (spent_micros: number, more: Partial<Facts['limits'][number]> = {}) => ({
  limits: [{ scope: '', limit_micros: 1000, spent_micros, is_refused: false, ...more }],
})
const hour = (calls: number, errors: number) => ({ calls, errors })

function find(facts: Partial<Facts>, some: Partial<Alerts>, already_sent: Sent[]) {
  const [now, thresholds] = [
    { ...CALM, ...facts },
    { ...NO_ALERTS, ...some },
  ]
  const holding = [
    ...RULES.balance.holding(now, thresholds, NOW),
    ...RULES.runway.holding(now, thresholds, NOW),
    ...RULES.limit.holding(now.limits, thresholds, NOW),
    ...RULES.errors.holding(now, thresholds, NOW),
  ]
  return dueAlerts(holding, already_sent, NOW)
}
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

/** Sent this many minutes ago, and ended `over` minutes ago when it has ended. */
function sent(kind: LoginAlertKind, key: string, minutes: number, over?: number): Sent {
  return { kind, key, sent_at: ago(minutes), ended_at: over === undefined ? null : ago(over) }
}

const below: Partial<Alerts> = { balance_below_micros: 50 }
const days: Partial<Alerts> = { days_left_below: 7 }
const shares: Partial<Alerts> = { limit_percents: [50, 80, 100] }
const rate: Partial<Alerts> = { error_rate_above: 10 }

const TABLE: [string, Partial<Facts>, Partial<Alerts>, Sent[], string[], string[]][] = [
  ['no threshold, no alert', { balance_micros: -5, days_left: 0, ...spent(1000), ...hour(99, 99) }, {}, [], [], []],
  ['a balance above', { balance_micros: 51 }, below, [], [], []],
  ['a balance at the amount is not below it', { balance_micros: 50 }, below, [], [], []],
  ['a balance below', { balance_micros: 49 }, below, [], ['balance 50'], []],
  ['still below', { balance_micros: 3 }, below, [sent('balance', '50', 999)], [], []],
  ['at the amount again', { balance_micros: 50 }, below, [sent('balance', '50', 1)], [], ['balance 50']],
  ['below after it was above', { balance_micros: 49 }, below, [sent('balance', '50', 2, 1)], ['balance 50'], []],
  ['below another amount', { balance_micros: 9 }, below, [sent('balance', '10', 2)], ['balance 50'], ['balance 10']],
  ['threshold removed', { balance_micros: 9 }, {}, [sent('balance', '50', 2)], [], ['balance 50']],
  ['nothing is being spent', { days_left: null }, days, [], [], []],
  ['exactly the days', { days_left: 7 }, days, [], [], []],
  ['fewer days', { days_left: 6 }, days, [], ['runway 7'], []],
  ['fewer days, and still the next day', { days_left: 5 }, days, [sent('runway', '7', 1440)], [], []],
  ['more days again', { days_left: 8 }, days, [sent('runway', '7', 5)], [], ['runway 7']],
  ['fewer again on the same day', { days_left: 6 }, days, [sent('runway', '7', 599, 300)], [], []],
  ['fewer again on the next day', { days_left: 6 }, days, [sent('runway', '7', 601, 300)], ['runway 7'], []],
  ['half a limit but one', spent(499), shares, [], [], []],
  ['half a limit', spent(500), shares, [], ['limit 2026-03-02 50 '], []],
  ['half a limit, already sent', spent(700), shares, [sent('limit', '2026-03-02 50 ', 5)], [], []],
  ['from nothing to the top only the top', spent(1000), shares, [], ['limit 2026-03-02 100 '], []],
  [
    'half of a limit that was raised after more of it was sent',
    spent(600),
    shares,
    [sent('limit', '2026-03-02 80 ', 5), sent('limit', '2026-03-02 50 ', 5)],
    [],
    ['limit 2026-03-02 80 '],
  ],
  ['the same share again that day', spent(800), shares, [sent('limit', '2026-03-02 80 ', 9, 5)], [], []],
  [
    'the same share the next day',
    spent(800),
    shares,
    [sent('limit', '2026-03-01 80 ', 700)],
    ['limit 2026-03-02 80 '],
    ['limit 2026-03-01 80 '],
  ],
  ['a share without a threshold', spent(900), { limit_percents: [100] }, [], [], []],
  ['a call refused just below the limit', spent(999, { is_refused: true }), shares, [], ['limit 2026-03-02 100 '], []],
  ['a limit of nothing', spent(0, { limit_micros: 0, is_refused: true }), shares, [], [], []],
  ['an API of its own', spent(500, { scope: 'serp' }), shares, [], ['limit 2026-03-02 50 serp'], []],
  ['nineteen failures are too few', hour(19, 19), rate, [], [], []],
  ['exactly the rate', hour(20, 2), rate, [], [], []],
  ['above the rate', hour(20, 3), rate, [], ['errors 10'], []],
  ['above 100 % means all', hour(20, 20), { error_rate_above: 100 }, [], ['errors 100'], []],
  ['not quite all', hour(20, 19), { error_rate_above: 100 }, [], [], []],
  ['above for hours', hour(20, 3), rate, [sent('errors', '10', 300)], [], []],
  ['a better rate', hour(20, 2), rate, [sent('errors', '10', 30)], [], ['errors 10']],
  ['quiet', hour(19, 19), rate, [sent('errors', '10', 300)], [], ['errors 10']],
  ['above again within the hour', hour(20, 3), rate, [sent('errors', '10', 59, 20)], [], []],
  ['above again after an hour', hour(20, 3), rate, [sent('errors', '10', 60, 20)], ['errors 10'], []],
]

test.each(TABLE)('%s', (_what, facts, thresholds, already_sent, due, ended) => {
  const found = find(facts, thresholds, already_sent)
  expect(found.due.map(({ kind, keys }) => `${kind} ${keys[0]}`)).toEqual(due)
  expect(found.ended.map(({ kind, key }) => `${kind} ${key}`)).toEqual(ended)
})

test('lower shares that were passed on the way are not sent after the highest', () => {
  const [alert] = find(spent(850), shares, []).due
  expect(alert?.keys).toEqual(['2026-03-02 80 ', '2026-03-02 50 '])
})
