interface Cut {
  value: unknown
  bytes: number
  is_cut: boolean
}

interface Room {
  left: number
  is_cut: boolean
  is_too_deep: boolean
}

/** What is nested deeper is no request anybody could read, and cannot be stored. */
const DEEPEST = 200
const FIELDS_MOST = 100
const NAME_MOST = 100

/**
 * What was asked, up to so many bytes: it stays an object with the same fields, long texts end early and long lists leave out
 * what comes last; nothing is kept of what is nested too deep. It stops where the room ends, so that a large body costs no more than what is kept of it.
 */
export function cutRequest(value: unknown, most_bytes: number): Cut {
  const room = { left: most_bytes, is_cut: false, is_too_deep: false }
  const stored = cut(value, room)
  if (room.is_too_deep) return { value: null, bytes: 0, is_cut: true }
  return { value: stored, bytes: most_bytes - Math.max(room.left, 0), is_cut: room.is_cut }
}

/** About as many as it takes as JSON. */
export function bytesOf(value: unknown): number {
  return cutRequest(value, Number.MAX_SAFE_INTEGER).bytes
}

/** Only the names of fields, and how much stood in each. */
export function outlineOf(value: unknown): unknown {
  const sizeOf = (inner: unknown) => `${bytesOf(inner)} bytes`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return sizeOf(value)
  const fields = Object.entries(value).slice(0, FIELDS_MOST)
  return Object.fromEntries(fields.map(([name, inner]) => [name.slice(0, NAME_MOST), sizeOf(inner)]))
}

function cut(value: unknown, remaining: Room, depth = 0): unknown {
  if (typeof value === 'string') return cutText(value, remaining)
  if (typeof value !== 'object' || value === null) {
    remaining.left -= String(value).length
    return value
  }
  if (depth > DEEPEST) {
    remaining.left = 0
    remaining.is_too_deep = true
    return null
  }
  return Array.isArray(value) ? cutList(value, remaining, depth) : cutFields(value, remaining, depth)
}

function cutText(text: string, remaining: Room): string {
  const bytes = text.length > remaining.left ? Number.POSITIVE_INFINITY : Buffer.byteLength(text) + 2
  if (bytes <= remaining.left) {
    remaining.left -= bytes
    return text
  }
  const start = Buffer.from(text.slice(0, Math.max(remaining.left, 0))).subarray(0, Math.max(remaining.left - 5, 0))
  remaining.left = 0
  remaining.is_cut = true
  // The last character may have been split.
  return `${start.toString('utf8').replace(/\uFFFD$/, '')}…`
}

function cutList(list: unknown[], remaining: Room, depth: number): unknown[] {
  const stored: unknown[] = []
  remaining.left -= 2
  for (const item of list) {
    if (remaining.left <= 0) {
      remaining.is_cut = true
      break
    }
    remaining.left -= 1
    stored.push(cut(item, remaining, depth + 1))
  }
  return stored
}

function cutFields(fields: object, remaining: Room, depth: number): unknown {
  const stored: [string, unknown][] = []
  remaining.left -= 2
  for (const [name, inner] of Object.entries(fields)) {
    if (remaining.left <= name.length) {
      remaining.is_cut = true
      break
    }
    remaining.left -= Buffer.byteLength(name) + 4
    stored.push([name, cut(inner, remaining, depth + 1)])
  }
  return Object.fromEntries(stored)
}
