import type { Place } from '#lib/place.ts'

/** Behind it no server and no log sees it. */
export const SHARED = '#request='

/** All the screen shows follows from its address: a link to it can be passed on, and holds no secret. */
export interface PlaygroundAddress {
  section: string | undefined
  function_id: string | undefined
  method_id: string | undefined
  /** A past task or run whose request fills the form. */
  from: string | undefined
  run: string | undefined
  saved: string | undefined
  /** A request that came with the link. */
  shared: string | undefined
}

export function readAddress({ path, search, hash }: Place): PlaygroundAddress {
  const [, , section] = path.split('/')
  const query = new URLSearchParams(search)
  const of = (name: string) => query.get(name) ?? undefined
  return {
    section: section ? decodeURIComponent(section) : undefined,
    function_id: of('function'),
    method_id: of('method'),
    from: of('from'),
    run: of('run'),
    saved: of('saved'),
    shared: hash.startsWith(SHARED) ? hash.slice(SHARED.length) : undefined,
  }
}

export function addressOf(section: string, more: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams(Object.entries(more).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const text = query.toString()
  return `/api-playground/${encodeURIComponent(section)}${text ? `?${text}` : ''}`
}
