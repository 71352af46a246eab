import { OPEN_BODIES } from './body-bounds.ts'

/** The limit that a body exceeded. */
export type Full = 'login' | 'process'

export interface OpenBody {
  /** Reserves more bytes, or returns the limit that forbids it; earlier bytes stay reserved. */
  grow(bytes: number): Full | undefined
  /** Releases all bytes; a second call does nothing. */
  close(): void
}

export interface OpenBodies {
  open(login_id: number): OpenBody
  /** All bytes reserved now. */
  bytes(): number
}

/** Counts the bytes of all bodies being received or processed, so that no number of uploads fills the memory. */
export function countOpenBodies(bounds: typeof OPEN_BODIES = OPEN_BODIES): OpenBodies {
  const by_login = new Map<number, number>()
  let all = 0
  return {
    bytes: () => all,
    open(login_id) {
      let own = 0
      return {
        grow(bytes) {
          const of_login = by_login.get(login_id) ?? 0
          if (of_login + bytes > bounds.login_bytes) return 'login'
          const is_small = own + bytes <= bounds.small_bytes
          if (all + bytes > bounds.process_bytes - (is_small ? 0 : bounds.reserved_bytes)) return 'process'
          own += bytes
          all += bytes
          by_login.set(login_id, of_login + bytes)
          return undefined
        },
        close() {
          const left = (by_login.get(login_id) ?? 0) - own
          if (left > 0) by_login.set(login_id, left)
          else by_login.delete(login_id)
          all -= own
          own = 0
        },
      }
    },
  }
}
