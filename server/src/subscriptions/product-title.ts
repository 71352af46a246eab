import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx, RequestCtx } from '#ctx/ctx.ts'
import { apiTitle } from '#function-names/index.ts'

/** The provider's title; a product that is not for sale is named by the API it opens, or by its own id. */
export function productTitle(
  { products, language }: Pick<Ctx, 'products'> & Pick<RequestCtx, 'language'>,
  catalogue: Catalogue,
  product: string,
): string {
  const named = products.find((one) => one.product === product)?.titles[language]
  if (named) return named
  if (catalogue.functions().some(({ api }) => api === product)) return apiTitle(catalogue, product)
  const words = product.replaceAll('_', ' ')
  return words.startsWith('llm ') ? `LLM ${words.slice(4)}` : words.charAt(0).toUpperCase() + words.slice(1)
}

/** All products that functions require, those for sale first. */
export function requiredProducts({ products }: Pick<Ctx, 'products'>, catalogue: Catalogue): string[] {
  const required = catalogue.functions().flatMap(({ subscription }) => subscription ?? [])
  return [...new Set([...products.map(({ product }) => product), ...required])]
}
