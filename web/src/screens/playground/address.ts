import type { AppLocation } from '#lib/location.ts'
import { sectionAddress } from '#lib/playground-address.ts'

/** Behind it no server and no log sees it. */
export const SHARED = '#request='

/** All the screen shows follows from its address: a link to it can be passed on, and holds no secret. */
export interface PlaygroundAddress {
  section: string | undefined
  /** The function and the method, as written in the path. */
  named: string[]
  /** For a link in the former form, which had them as parameters. */
  function_id: string | undefined
  method_id: string | undefined
  /** A past task or run whose request fills the form. */
  from: string | undefined
  run: string | undefined
  saved: string | undefined
  /** A request that came with the link. */
  shared: string | undefined
}

export function readAddress({ path, search, hash }: AppLocation): PlaygroundAddress {
  const [, section, ...named] = path.split('/').filter(Boolean).map(decodeURIComponent)
  const query = new URLSearchParams(search)
  const of = (name: string) => query.get(name) ?? undefined
  return {
    section,
    named,
    function_id: of('function'),
    method_id: of('method'),
    from: of('from'),
    run: of('run'),
    saved: of('saved'),
    shared: hash.startsWith(SHARED) ? hash.slice(SHARED.length) : undefined,
  }
}

/** The way to a past run or a saved request. */
export function storedAddress(section: string, stored: { run: number } | { saved: number }): string {
  const query = new URLSearchParams(Object.entries(stored).map(([name, id]) => [name, String(id)]))
  return `${sectionAddress(section)}?${query}`
}

/** The other parameters of a link in the former form, without the function and the method. */
export function withoutFormer({ search, hash }: AppLocation): string {
  const query = new URLSearchParams(search)
  for (const name of ['function', 'method']) query.delete(name)
  return `${query.size > 0 ? `?${query}` : ''}${hash}`
}
