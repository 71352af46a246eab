import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { uuid } from './form-fields.ts'
import { CENT_MICROS } from './money.ts'
import { PAYS } from './payments.ts'
import { MESSAGES } from './rules.ts'

/** Automatic charges of a login: one a day, and at most this many within the window. */
export const RECHARGES_MAX = 4
export const RECHARGES_WITHIN_DAYS = 30
/** This many failures in a row turn it off. */
export const RECHARGE_FAILURES_MAX = 3

const MOST_MICROS = 1_000_000_000_000
const amount = z.int(MESSAGES.limitAmount).check(z.lte(MOST_MICROS, MESSAGES.limitAmount))
const cents = amount.check(
  z.gte(1, MESSAGES.limitAmount),
  z.refine((micros) => micros % CENT_MICROS === 0, MESSAGES.wholeCents),
)

/** What a customer sets; the bounds of a charge are the provider's, and checked by the server. */
export const rechargeSettings = z.strictObject({
  threshold_micros: amount.check(z.gte(0, MESSAGES.limitAmount)),
  amount_micros: cents,
  /** Null: the default method. */
  method_id: z.nullable(uuid),
  month_max_micros: z.nullable(cents),
})
export type RechargeSettings = z.infer<typeof rechargeSettings>

const active = z.object({
  threshold_micros: z.int(),
  amount_micros: z.int(),
  is_on: z.boolean(),
  /** Turned off because charges failed. */
  has_failed: z.boolean(),
})

const info = z.object({
  login: z.string(),
  settings: z.nullable(rechargeSettings),
  is_on: z.boolean(),
  /** Failures in a row, and the method of the last try. */
  failures: z.int(),
  failed_label: z.nullable(z.string()),
  has_failed: z.boolean(),
  /** When a failed charge is tried again. */
  retry_at: z.nullable(z.string()),
  /** Number of charges in the last thirty days; the sum of this month counts against its ceiling. */
  charges: z.int(),
  month_micros: z.int(),
  last_charge_at: z.nullable(z.string()),
  min_micros: z.int(),
  max_micros: z.int(),
  methods: z.array(z.object({ id: uuid, label: z.string(), is_default: z.boolean() })),
})
export type RechargeInfo = z.infer<typeof info>

/** The on-demand subscription: a balance that falls below a threshold is topped up with a stored method. */
export const recharge = {
  getActive: get('/api/recharge/active', {
    together: true,
    caller: 'user',
    by_sso: 'allowed',
    input: z.strictObject({}),
    output: z.object({ recharge: z.nullable(active) }),
  }),
  getRecharge: get('/api/recharge', { caller: PAYS, input: z.strictObject({}), output: info }),
  /** Saves, turns on and resets failures. */
  saveRecharge: post('/api/recharge/save', { caller: PAYS, proof: 'recent', input: rechargeSettings, output: info }),
  turnOff: post('/api/recharge/turn-off', { caller: PAYS, proof: 'recent', input: z.strictObject({}), output: info }),
}
