import type { BillingSettings, Seller } from '#ctx/billing.ts'
import type { Site } from '#ctx/ctx.ts'
import { NO_SELLER } from './read-settings.ts'

/**
 * Who sells under a brand: a white-label never shows the provider. One that has no seller of its own stands there by its title and
 * imprint, and takes no tax, as nobody has said where it is.
 */
export function sellerFor(settings: BillingSettings, site: Pick<Site, 'wl_id' | 'origin' | 'brand'>): Seller {
  const named = site.wl_id === 0 ? settings.seller : settings.whitelabels[site.origin.hostname]
  if (named && named.name !== '') return named
  const [, ...address] = [site.brand.title, ...(site.brand.imprint?.split('\n') ?? [])].filter((line) => line.trim())
  return { ...NO_SELLER, name: site.brand.title, address }
}

/** A seller that takes a tax asks in any case: a customer of unknown country would pay none. */
export function areDetailsNeeded({ details_needed }: BillingSettings, { rates_bp }: Seller): boolean {
  return details_needed || Object.values(rates_bp).some((rate_bp) => rate_bp > 0)
}
