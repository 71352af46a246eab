/** Every platform this runs on has it; the contract is typed for none of them. */
declare const URL: {
  canParse(text: string): boolean
  new (text: string): { origin: string; pathname: string; search: string }
}

const SECRET =
  /pass(word|wd)?|secret|authorization|cookie|api_?key|credential|(^|_)(access|auth|refresh|bearer)?_?token$/i
/** Cursors of a paged list, which open nothing. */
const HARMLESS = /^(offset|search_after|next_page)_token$/i
const URL_FIELD = /(pingback|postback|callback|webhook)_url$/i
const DEEPEST = 16
export const CONCEALED = '•••'

/** Removes passwords, keys and the queries of URLs, so that a request may be stored. */
export function conceal(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return CONCEALED
  if (Array.isArray(value)) return value.map((item) => conceal(item, depth + 1))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, concealField(name, inner, depth)]))
}

function concealField(name: string, value: unknown, depth: number): unknown {
  if (value === null) return value
  if (SECRET.test(name) && !HARMLESS.test(name)) return CONCEALED
  if (!URL_FIELD.test(name) || typeof value !== 'string') return conceal(value, depth + 1)
  if (!URL.canParse(value)) return CONCEALED
  const url = new URL(value)
  return `${url.origin}${url.pathname}${url.search ? `?${CONCEALED}` : ''}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
