import { paths } from '#lib/paths.ts'
import { match, segments } from './match.ts'

/** First segments with another name; the rest of the path stays. */
const RENAMED: Record<string, string> = {
  [paths.apiExplorer]: paths.apiPlayground,
  [paths.backlinksSubscriptions]: paths.backlinksSubscription,
  [paths.apiAccessSubscriptions]: paths.apiAccessSubscription,
}

/** Addresses without a screen of their own. */
const LEADS_TO: Record<string, string> = {
  [paths.signup]: paths.register,
  [paths.databases]: paths.databasesList,
  [paths.users]: paths.profile,
}

export function redirectOf(path: string): string | undefined {
  const [first = '', ...rest] = segments(path)
  const name = RENAMED[`/${first}`]
  if (name) return [name, ...rest].join('/')
  return rest.length === 0 ? LEADS_TO[`/${first}`] : undefined
}

/** A number at the end of a signed-in address is the project last selected, not part of the location. */
export function numberedTail(path: string): { path: string; id: number | undefined } | undefined {
  const parts = segments(path)
  const last = parts.at(-1) ?? ''
  if (parts.length < 2 || !/^\d+$/.test(last)) return undefined
  const first = `/${parts[0]}`
  if (match(redirectOf(first) ?? first)?.route.access !== 'module') return undefined
  // A number no project can have is not worth keeping.
  return { path: first, id: Number.isSafeInteger(Number(last)) ? Number(last) : undefined }
}
