import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, text } from './form-fields.ts'
import { by } from './operator-staff.ts'

const at = z.optional(z.pipe(text(40), z.iso.datetime('must look like 2026-12-01T00:00:00Z')))
const version = text(60).check(z.minLength(1))
/** The user whose prices are meant; by default everyone's. */
const whose = { email: z.optional(email) }
const written = {
  ...whose,
  /** As in prices.yaml. */
  book: text(1_000_000, 'must be smaller than 1 MB').check(z.minLength(1)),
  file: text(300),
  at,
}
const preview = z.object({
  version: z.string(),
  valid_from: z.string(),
  in_force: z.nullable(z.string()),
  changes: z.array(z.object({ id: z.string(), before: z.string(), after: z.string() })),
})
const applied = z.object({ version: z.string(), valid_from: z.string() })

/** Price versions and their start, part of `operator`. */
export const priceOperations = {
  checkPrices: endpoint({
    method: 'POST',
    path: '/api/operator/prices-check',
    caller: 'operator',
    input: z.strictObject(written),
    output: preview,
  }),
  applyPrices: endpoint({
    method: 'POST',
    path: '/api/operator/prices',
    caller: 'operator',
    input: z.strictObject({ ...written, is_announced: z.boolean(), by }),
    output: preview,
  }),
  listPrices: endpoint({
    method: 'GET',
    path: '/api/operator/prices-list',
    caller: 'operator',
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
  withdrawPrices: endpoint({
    method: 'POST',
    path: '/api/operator/prices-withdraw',
    caller: 'operator',
    input: z.strictObject({ ...whose, version, by }),
    output: applied,
  }),
  endOwnPrices: endpoint({
    method: 'POST',
    path: '/api/operator/prices-end',
    caller: 'operator',
    input: z.strictObject({ email, at, by }),
    output: applied,
  }),
}
