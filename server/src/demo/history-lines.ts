import type { CatalogueFunction, CatalogueMethod } from '@portico/contract/catalogue.ts'
import { answerFromSample, type Catalogue, type Entry } from '#catalogue/index.ts'

/** Functions that a company would call to track its search rankings, with their percentages. */
const WANTED: [id: string, share: number][] = [
  ['serp/google/organic', 30],
  ['serp/google/maps', 9],
  ['on_page/instant_pages', 16],
  ['keywords_data/google_ads/search_volume', 4],
  ['business_data/google/my_business_info', 9],
  ['merchant/google/products', 8],
  ['app_data/google/app_reviews', 6],
  ['content_analysis/summary', 4],
]

/** `most`: the results a source can return for the sample request. */
export type Line = { method: CatalogueMethod; kind: 'live' | 'task'; entry: Entry; share: number; most: Returned }
export type Returned = { results: number; pages: number }

/**
 * The methods to call: the chosen ones, or the first for sale in another provider's catalogue. None needs a subscription, because
 * the account has none.
 */
export function linesOf(catalogue: Catalogue): Line[] {
  const known = new Map(catalogue.functions().map((one) => [one.id, one]))
  const wanted = WANTED.flatMap(([id, share]) => linesOfFunction(catalogue, known.get(id), share))
  if (wanted.length > 0) return wanted
  return catalogue
    .functions()
    .flatMap((one) => linesOfFunction(catalogue, one, 10))
    .slice(0, 8)
}

function linesOfFunction(catalogue: Catalogue, found: CatalogueFunction | undefined, share: number): Line[] {
  const methods = ['live', 'task'].flatMap(
    (kind) => found?.methods.find((one) => one.kind === kind && one.tariff) ?? [],
  )
  return methods.flatMap((method): Line[] => {
    const entry = catalogue.find(method.http_method, method.path)?.entry
    const kind = method.kind === 'task' ? 'task' : 'live'
    if (!entry || entry.subscription) return []
    return [{ method, kind, entry, share: share / methods.length, most: mostOf(catalogue, entry) }]
  })
}

/** The sample source's answer to an endpoint's example; a queued task is read by the endpoint that fetches it. */
function mostOf(catalogue: Catalogue, entry: Entry): Returned {
  const reader = catalogue.entries.find(
    (one) => one.kind === 'task_get' && one.http_method === 'GET' && one.function_id === entry.function_id,
  )
  const answered_by = entry.kind === 'task_post' ? (reader ?? entry) : entry
  const { results, pages = 0 } = answerFromSample(answered_by, entry.sample, new Date(0))
  return { results, pages }
}
