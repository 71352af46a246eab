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
  const kept = cut(value, room)
  if (room.is_too_deep) return { value: null, bytes: 0, is_cut: true }
  return { value: kept, bytes: most_bytes - Math.max(room.left, 0), is_cut: room.is_cut }
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

function cut(value: unknown, room: Room, depth = 0): unknown {
  if (typeof value === 'string') return cutText(value, room)
  if (typeof value !== 'object' || value === null) {
    room.left -= String(value).length
    return value
  }
  if (depth > DEEPEST) {
    room.left = 0
    room.is_too_deep = true
    return null
  }
  return Array.isArray(value) ? cutList(value, room, depth) : cutFields(value, room, depth)
}

function cutText(text: string, room: Room): string {
  const bytes = text.length > room.left ? Number.POSITIVE_INFINITY : Buffer.byteLength(text) + 2
  if (bytes <= room.left) {
    room.left -= bytes
    return text
  }
  const start = Buffer.from(text.slice(0, Math.max(room.left, 0))).subarray(0, Math.max(room.left - 5, 0))
  room.left = 0
  room.is_cut = true
  // The last character may have been split.
  return `${start.toString('utf8').replace(/\uFFFD$/, '')}…`
}

function cutList(list: unknown[], room: Room, depth: number): unknown[] {
  const kept: unknown[] = []
  room.left -= 2
  for (const item of list) {
    if (room.left <= 0) {
      room.is_cut = true
      break
    }
    room.left -= 1
    kept.push(cut(item, room, depth + 1))
  }
  return kept
}

function cutFields(fields: object, room: Room, depth: number): unknown {
  const kept: [string, unknown][] = []
  room.left -= 2
  for (const [name, inner] of Object.entries(fields)) {
    if (room.left <= name.length) {
      room.is_cut = true
      break
    }
    room.left -= Buffer.byteLength(name) + 4
    kept.push([name, cut(inner, room, depth + 1)])
  }
  return Object.fromEntries(kept)
}
