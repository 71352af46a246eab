import type { Product, ProductPrice } from '@portico/contract/product.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { priceAt } from './read-products.ts'

/** A renewal at a higher price must be announced to the customer this many days before. */
export const NOTICE_DAYS = 14

interface Renewal {
  period_end: Date
  price_micros: number
  price_version: string
  announced_version: string | null
  announced_at: Date | null
}

/** The price of the next period: a customer pays more than before only when it was announced in time. */
export function renewalPrice(product: Pick<Product, 'prices'>, row: Renewal): Pick<ProductPrice, 'version' | 'micros'> {
  const next = priceAt(product, row.period_end)
  if (next.micros <= row.price_micros) return next
  return isAnnounced(row, next.version) ? next : { version: row.price_version, micros: row.price_micros }
}

/** The higher price of the next period to announce now; undefined where there is none, or no time for it. */
export function priceToAnnounce(product: Pick<Product, 'prices'>, row: Renewal, now: Date): ProductPrice | undefined {
  const next = priceAt(product, row.period_end)
  if (next.micros <= row.price_micros || row.announced_version === next.version) return undefined
  return isInTime(now, row.period_end) ? next : undefined
}

function isAnnounced({ announced_version, announced_at, period_end }: Renewal, version: string): boolean {
  return announced_version === version && announced_at !== null && isInTime(announced_at, period_end)
}

function isInTime(announced_at: Date, period_end: Date): boolean {
  return announced_at.getTime() + NOTICE_DAYS * DAY_MS <= period_end.getTime()
}
