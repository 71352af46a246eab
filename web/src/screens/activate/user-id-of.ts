import { decodedUri } from '@portico/contract/uri.ts'
import { paths } from '#lib/paths.ts'

/** The opaque id behind `/activate/`, when there is one. */
export function userIdOf(path: string): string | undefined {
  const id = path.startsWith(`${paths.activate}/`) ? path.slice(paths.activate.length + 1).replace(/\/$/, '') : ''
  return id === '' ? undefined : decodedUri(id)
}
