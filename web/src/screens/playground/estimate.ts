import type { CatalogueMethod } from '@portico/contract/catalogue.ts'
import { chargeableUnits, quoteOf } from '@portico/contract/price.ts'
import type { Task } from './use-request.ts'

/** The most the request can cost, by the rules that charge it. */
export function estimateOf({ tariff }: Pick<CatalogueMethod, 'tariff'>, task: Task): number {
  return tariff ? quoteOf(tariff, chargeableUnits(tariff, task)).max_micros : 0
}
