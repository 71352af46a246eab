import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { account, by, moment, typed } from './operator-fields.ts'

/** A book of a megabyte, as JSON writes it. */
const BODY_MAX = 1_500_000
const at = typed(
  z.optional(moment),
  'when it takes effect, like 2026-12-01 or 2026-12-01T00:00:00Z; else as the file says, or in half a minute',
  { is_moment: true },
)
const version = text(60).check(z.minLength(1))
/** The user whose prices are meant; by default everyone's. */
const whose = {
  email: typed(z.optional(account), 'prices of this account alone: the file names only functions that differ', {
    option: 'for',
  }),
}
const written = {
  ...whose,
  /** As in prices.yaml. */
  book: text(1_000_000, 'must be smaller than 1 MB').check(z.minLength(1)),
  file: typed(text(300), 'another file than prices.yaml in PROVIDER_DIR', { value: 'path' }),
  at,
}
const preview = z.object({
  version: z.string(),
  valid_from: z.string(),
  in_force: z.nullable(z.string()),
  changes: z.array(z.object({ id: z.string(), before: z.string(), after: z.string() })),
})
const effect = z.object({
  before_micros: z.int(),
  after_micros: z.int(),
  customers: z.int(),
  more: z.int(),
  less: z.int(),
  /** Functions whose effect is estimated, because their price does not follow from calls and results alone. */
  estimated: z.array(z.string()),
  /** The largest differences. */
  rows: z.array(z.object({ id: z.int(), email: z.string(), before_micros: z.int(), after_micros: z.int() })),
})
export type PriceEffect = z.infer<typeof effect>
const applied = z.object({ version: z.string(), valid_from: z.string() })

/** Price versions and their start, part of `operator`. */
export const priceOperations = {
  checkPrices: post('/api/operator/prices-check', {
    caller: 'operator',
    staff: 'change_prices',
    body_max: BODY_MAX,
    input: z.strictObject(written),
    output: preview,
  }),
  /** What customers paid in the last thirty days for functions whose price changes, and what they would have paid. */
  priceEffect: post('/api/operator/prices-effect', {
    caller: 'operator',
    staff: 'change_prices',
    body_max: BODY_MAX,
    input: z.strictObject(written),
    output: effect,
  }),
  /** The text of a version of the common prices, to write the next one from it. */
  priceBook: get('/api/operator/prices-book', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({ version: z.optional(version) }),
    output: z.object({ version: z.string(), valid_from: z.string(), book: z.string() }),
  }),
  applyPrices: post('/api/operator/prices', {
    caller: 'operator',
    staff: 'change_prices',
    body_max: BODY_MAX,
    input: z.strictObject({
      ...written,
      is_announced: typed(z._default(z.boolean(), true), 'no: without a notice to customers', { option: 'announce' }),
      by,
    }),
    output: preview,
  }),
  listPrices: get('/api/operator/prices-list', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject(whose),
    output: z.object({
      versions: z.array(
        z.object({
          version: z.string(),
          valid_from: z.string(),
          applied_at: z.string(),
          actor: z.string(),
          state: z.enum(['in force', 'to come', 'over', 'withdrawn']),
        }),
      ),
    }),
  }),
  withdrawPrices: post('/api/operator/prices-withdraw', {
    caller: 'operator',
    staff: 'change_prices',
    input: z.strictObject({ ...whose, version, by }),
    output: applied,
  }),
  endOwnPrices: post('/api/operator/prices-end', {
    caller: 'operator',
    staff: 'change_prices',
    input: z.strictObject({ email: account, at, by }),
    output: applied,
  }),
}
