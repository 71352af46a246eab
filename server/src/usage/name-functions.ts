import type { Catalogue } from '#catalogue/room.ts'
import { functionsByKey } from '#errors/room.ts'

/** A function that is no longer sold goes by its key. */
export function titlesOf(sold: Catalogue): (key: string) => string {
  const known = functionsByKey(sold)
  return (key) => known.get(key)?.title ?? key
}
