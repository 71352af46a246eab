import type { Catalogue } from '#catalogue/room.ts'
import { functionsByKey } from '#errors/room.ts'

/** A function that is no longer sold goes by its key. */
export function titlesOf(catalogue: Catalogue): (key: string) => string {
  const known = functionsByKey(catalogue)
  return (key) => known.get(key)?.title ?? key
}
