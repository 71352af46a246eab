import { decodedUri } from '@portico/contract/uri.ts'
import { type Route, routes } from './routes.ts'

/** The route of an address and the values of its named segments. */
export function match(path: string): { route: Route; params: Record<string, string> } | undefined {
  const given = segments(path)
  for (const route of routes) {
    const params = fit(segments(route.path), given)
    if (params) return { route, params }
  }
  return undefined
}

export function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function fit(pattern: string[], given: string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const value = given[at] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodedUri(value)
    else if (part !== value) return undefined
  }
  return params
}
