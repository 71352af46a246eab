import { join } from 'node:path'
import type { Micros } from '@portico/contract/money.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import * as z from 'zod/mini'
import { checkedFile, providerDay } from '#files/provider-file.ts'
import { readYamlIfThere } from '#files/yaml-file.ts'
import type { CallCount } from '#ledger/books/index.ts'

const amount = z.pipe(
  z
    .union([z.string(), z.number()])
    .check(
      z.refine(
        (written) => Number(plain(written)) === Number(written) && (parseAmount(plain(written)) ?? -1) >= 0,
        'must be an amount like 0.0004 with at most six decimals',
      ),
    ),
  z.transform((written) => parseAmount(plain(written)) ?? 0),
)
const SCOPE = /^[a-z0-9_]+(\/[a-z0-9_/.-]+)?$/

const file = z.array(
  z.strictObject({
    scope: z.string().check(z.regex(SCOPE, 'must be an API like serp or a function like serp/google/organic')),
    from: z._default(providerDay, '1970-01-01'),
    per_call: z._default(amount, 0),
    per_result: z._default(amount, 0),
  }),
)
export type SourceCosts = z.infer<typeof file>

/**
 * What the provider pays for an answered call, PROVIDER_DIR/costs.yaml; without the file no cost is known. An error in it
 * stops the start.
 */
export function readSourceCosts(provider_dir: string): SourceCosts {
  const path = join(provider_dir, 'costs.yaml')
  return checkedFile(path, file, readYamlIfThere(path) ?? [])
}

/** The cost of these calls; null where for some of them none is stated. A function goes before its API, a later day before an earlier. */
export function costOf(costs: SourceCosts, counts: CallCount[]): Micros | null {
  let sum = 0
  for (const { day, scope, calls, results } of counts) {
    const api = scope.split('/', 1)[0]
    const [best] = costs
      .filter((one) => one.from <= day && (one.scope === scope || one.scope === api))
      .toSorted((a, b) => b.scope.length - a.scope.length || (a.from < b.from ? 1 : -1))
    if (!best) return null
    sum += calls * best.per_call + results * best.per_result
  }
  return sum
}

/** YAML reads 0.00001 as a number that JavaScript writes as 1e-5. */
function plain(written: string | number): string {
  return typeof written === 'number' ? written.toFixed(6) : written
}
