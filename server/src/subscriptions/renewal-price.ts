import type { Product, ProductPrice } from '@portico/contract/product.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { priceAt } from './read-products.ts'

/** How long before a renewal at a higher price the customer must have been told. */
export const NOTICE_DAYS = 14

interface Renewal {
  period_end: Date
  price_micros: number
  price_version: string
  announced_version: string | null
  announced_at: Date | null
}

/** What the next period costs: nobody pays more than they paid before without having been told in time. */
export function renewalPrice(product: Pick<Product, 'prices'>, row: Renewal): Pick<ProductPrice, 'version' | 'micros'> {
  const next = priceAt(product, row.period_end)
  if (next.micros <= row.price_micros) return next
  return isTold(row, next.version) ? next : { version: row.price_version, micros: row.price_micros }
}

/** The higher price of the next period that is to be told now; undefined where there is none, or no time for it. */
export function priceToAnnounce(product: Pick<Product, 'prices'>, row: Renewal, now: Date): ProductPrice | undefined {
  const next = priceAt(product, row.period_end)
  if (next.micros <= row.price_micros || row.announced_version === next.version) return undefined
  return isInTime(now, row.period_end) ? next : undefined
}

function isTold({ announced_version, announced_at, period_end }: Renewal, version: string): boolean {
  return announced_version === version && announced_at !== null && isInTime(announced_at, period_end)
}

function isInTime(told: Date, period_end: Date): boolean {
  return told.getTime() + NOTICE_DAYS * DAY_MS <= period_end.getTime()
}
