import type { Boot } from '@portico/contract/boot.ts'
import type { RequestCtx } from '#ctx/ctx.ts'

const SEALS = ['ISO 27001 (demo)', 'SOC 2 Type II (demo)'].map((text) => ({ text, url: null }))

/**
 * The demo shows the parts of the sign-in page that an operator has not filled yet. The seals are marked as examples,
 * and a service without a client answers with what is missing.
 */
export function shownInDemo({
  brand,
  env,
  oauth,
  serves,
}: Pick<RequestCtx, 'brand' | 'env' | 'oauth' | 'serves'>): Pick<Boot, 'brand' | 'providers'> {
  const providers = serves.customers ? oauth.offered() : []
  if (!env.demo || brand.wl_id !== 0 || !serves.customers) return { brand, providers }
  return {
    brand: brand.seals.length > 0 ? brand : { ...brand, seals: SEALS },
    providers: providers.length > 0 ? providers : ['google', 'github'],
  }
}
