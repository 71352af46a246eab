interface Cut {
  value: unknown
  bytes: number
  is_cut: boolean
}

interface Budget {
  left: number
  is_cut: boolean
  is_too_deep: boolean
}

/** Deeper nesting is unreadable for people, and cannot be stored. */
const DEEPEST = 200
const FIELDS_MOST = 100
const NAME_MOST = 100

/**
 * Cuts a request to so many bytes: it stays an object with the same fields, long texts end early and long lists lose their last
 * items; a request nested too deep is dropped. It stops at the limit, so that a large body costs no more than the stored part.
 */
export function cutRequest(value: unknown, most_bytes: number): Cut {
  const budget = { left: most_bytes, is_cut: false, is_too_deep: false }
  const stored = cut(value, budget)
  if (budget.is_too_deep) return { value: null, bytes: 0, is_cut: true }
  return { value: stored, bytes: most_bytes - Math.max(budget.left, 0), is_cut: budget.is_cut }
}

/** Approximate size as JSON. */
export function bytesOf(value: unknown): number {
  return cutRequest(value, Number.MAX_SAFE_INTEGER).bytes
}

/** Only the names of fields, and the size of each. */
export function outlineOf(value: unknown): unknown {
  const sizeOf = (inner: unknown) => `${bytesOf(inner)} bytes`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return sizeOf(value)
  const fields = Object.entries(value).slice(0, FIELDS_MOST)
  return Object.fromEntries(fields.map(([name, inner]) => [name.slice(0, NAME_MOST), sizeOf(inner)]))
}

function cut(value: unknown, budget: Budget, depth = 0): unknown {
  if (typeof value === 'string') return cutText(value, budget)
  if (typeof value !== 'object' || value === null) {
    budget.left -= String(value).length
    return value
  }
  if (depth > DEEPEST) {
    budget.left = 0
    budget.is_too_deep = true
    return null
  }
  return Array.isArray(value) ? cutList(value, budget, depth) : cutFields(value, budget, depth)
}

function cutText(text: string, budget: Budget): string {
  const bytes = text.length > budget.left ? Number.POSITIVE_INFINITY : Buffer.byteLength(text) + 2
  if (bytes <= budget.left) {
    budget.left -= bytes
    return text
  }
  const start = Buffer.from(text.slice(0, Math.max(budget.left, 0))).subarray(0, Math.max(budget.left - 5, 0))
  budget.left = 0
  budget.is_cut = true
  // The last character may have been split.
  return `${start.toString('utf8').replace(/\uFFFD$/, '')}…`
}

function cutList(list: unknown[], budget: Budget, depth: number): unknown[] {
  const stored: unknown[] = []
  budget.left -= 2
  for (const item of list) {
    if (budget.left <= 0) {
      budget.is_cut = true
      break
    }
    budget.left -= 1
    stored.push(cut(item, budget, depth + 1))
  }
  return stored
}

function cutFields(fields: object, budget: Budget, depth: number): unknown {
  const stored: [string, unknown][] = []
  budget.left -= 2
  for (const [name, inner] of Object.entries(fields)) {
    if (budget.left <= name.length) {
      budget.is_cut = true
      break
    }
    budget.left -= Buffer.byteLength(name) + 4
    stored.push([name, cut(inner, budget, depth + 1)])
  }
  return Object.fromEntries(stored)
}
