import type { dashboard } from '@portico/contract/dashboard.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { Catalogue } from '#catalogue/room.ts'
import { chooseLogins } from '#errors/room.ts'
import { apiTitle } from '#usage/room.ts'
import type { UserCtx } from '../ctx.ts'
import { standings } from './store.ts'

/** What can be subscribed to, and whether every login shown here has it. */
export async function getSubscriptions(
  ctx: UserCtx,
  catalogue: Catalogue,
  { scope }: Input<typeof dashboard.getSubscriptions>,
): Promise<Output<typeof dashboard.getSubscriptions>> {
  const logins = await chooseLogins(ctx, { scope }, '/h2h-dashboard')
  const rows = await standings(
    ctx.db,
    logins.map(({ id }) => id),
  )
  return {
    subscriptions: productsOf(catalogue).map(({ product, title }) => ({
      product,
      title,
      is_active: rows.length > 0 && rows.every(({ subscriptions }) => subscriptions.includes(product)),
    })),
  }
}

/** A product that is not a whole API goes by the name of what it unlocks. */
function productsOf(catalogue: Catalogue): { product: string; title: string }[] {
  const products = new Map<string, string>()
  for (const { subscription, api } of catalogue.functions())
    if (subscription !== null && !products.has(subscription))
      products.set(subscription, subscription === api ? apiTitle(catalogue, api) : productTitle(subscription))
  return [...products].map(([product, title]) => ({ product, title }))
}

function productTitle(product: string): string {
  const words = product.replaceAll('_', ' ')
  return words.startsWith('llm ') ? `LLM ${words.slice(4)}` : words.charAt(0).toUpperCase() + words.slice(1)
}
