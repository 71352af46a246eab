import type { BillingSettings, Seller } from '#ctx/billing.ts'
import type { Site } from '#ctx/ctx.ts'
import { NO_SELLER } from './read-settings.ts'

/**
 * The seller of a brand: a white-label never shows the provider. One without a seller of its own is shown by its title and imprint,
 * and takes no tax, as its country is unknown.
 */
export function sellerFor(settings: BillingSettings, site: Pick<Site, 'wl_id' | 'origin' | 'brand'>): Seller {
  const named = site.wl_id === 0 ? settings.seller : settings.whitelabels[site.origin.hostname]
  if (named && named.name !== '') return named
  const [, ...address] = [site.brand.title, ...(site.brand.imprint?.split('\n') ?? [])].filter((line) => line.trim())
  return { ...NO_SELLER, name: site.brand.title, address }
}

/** A seller that takes a tax requires details in any case: a customer of unknown country would pay none. */
export function areDetailsNeeded({ details_needed }: BillingSettings, { rates_bp }: Seller): boolean {
  return details_needed || Object.values(rates_bp).some((rate_bp) => rate_bp > 0)
}
