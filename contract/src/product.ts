import type { Language } from './language.ts'
import type { Micros } from './money.ts'

/** What a period costs that begins on this day or later. */
export interface ProductPrice {
  version: string
  from: Date
  micros: Micros
}

/** A product customers subscribe to, from PROVIDER_DIR/subscriptions.yaml. */
export interface Product {
  product: string
  titles: Record<Language, string>
  grace_days: number
  /** Ordered by their day, the oldest first. */
  prices: readonly [ProductPrice, ...ProductPrice[]]
}
