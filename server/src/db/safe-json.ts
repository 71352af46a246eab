/**
 * JSON that PostgreSQL accepts: it stores neither the NUL character nor half a surrogate pair, and customers and
 * processors send both.
 */
export function safeJson(value: unknown): string {
  const text = JSON.stringify(value)
  return /\\u(?:0000|d[89a-f])/.test(text) ? JSON.stringify(clean(value)) : text
}

/** The same for a text column. */
export function safeText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return safeText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [safeText(key), clean(inner)]))
}
