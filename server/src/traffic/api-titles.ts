import { scopeTitle } from '@portico/contract/spend-scopes.ts'
import type { Catalogue } from '#catalogue/index.ts'
import { titlesOf } from './name-functions.ts'

/** How an API is called: as its section of Usage, or spelled from its own name when it has none. */
export function apiTitle(catalogue: Catalogue, api: string): string {
  const section = catalogue.functions().find((one) => one.api === api && one.usage.length > 0)?.usage[0]
  const title = catalogue.sections().usage.find(({ id }) => id === section)?.title
  return title ?? spelled(api)
}

/** What a limit is for, as Usage calls it; empty for everything and for somebody. */
export function titleOfScope(catalogue: Catalogue, scope: string): string {
  return scopeTitle(scope, { api: (api) => apiTitle(catalogue, api), function: titlesOf(catalogue) })
}

function spelled(api: string): string {
  const words = api.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
