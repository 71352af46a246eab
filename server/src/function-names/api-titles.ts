import { scopeTitle } from '@portico/contract/spend-scopes.ts'
import type { Catalogue } from '#catalogue/index.ts'
import { titlesOf } from './name-functions.ts'

/** The title of an API: that of its Usage section, or derived from its name if it has none. */
export function apiTitle(catalogue: Catalogue, api: string): string {
  const section = catalogue.functions().find((one) => one.api === api && one.usage.length > 0)?.usage[0]
  const title = catalogue.sections().usage.find(({ id }) => id === section)?.title
  return title ?? spelled(api)
}

/** The title of a limit's scope as Usage shows it; empty for scopes without an API (everything, a member). */
export function titleOfScope(catalogue: Catalogue, scope: string): string {
  return scopeTitle(scope, { api: (api) => apiTitle(catalogue, api), function: titlesOf(catalogue) })
}

function spelled(api: string): string {
  const words = api.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
