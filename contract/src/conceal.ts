import { isObject } from './plain-types.ts'

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
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, concealField(name, inner, depth)]))
}

/** The same for a text with JSON in it, such as an event stream or a document that was cut in the middle of a value. */
export function concealText(text: string): string {
  let written = ''
  let at = 0
  // A name and the beginning of its value. Names are short, so that a hostile text is read in one pass.
  const pairs = /"([^"\\]{1,100})"[ \t\r\n]{0,100}:[ \t\r\n]{0,100}/g
  for (let pair = pairs.exec(text); pair; pair = pairs.exec(text)) {
    const name = pair[1] ?? ''
    if (!isSecret(name) && !URL_FIELD.test(name)) continue
    const end = endOfValue(text, pairs.lastIndex)
    written += text.slice(at, pairs.lastIndex) + concealedJson(name, text.slice(pairs.lastIndex, end))
    at = end
    pairs.lastIndex = end
  }
  return written + text.slice(at)
}

function concealedJson(name: string, json: string): string {
  try {
    return JSON.stringify(concealField(name, JSON.parse(json), 0))
  } catch {
    return json.trim() === '' ? json : JSON.stringify(CONCEALED)
  }
}

/** Where a JSON value ends: a string at its quote, an object or a list at its bracket, and all of them where the text does. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  let isInString = false
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isInString && sign === '\\') at += 1
    else if (sign === '"') {
      isInString = !isInString
      if (!isInString && depth === 0) return at + 1
    } else if (isInString) {
      // No string of JSON has a line break: this one was cut, and another document follows.
      if (sign === '\n') return at
    } else if ('{['.includes(sign)) depth += 1
    else if (depth === 0 && ',}] \t\r\n'.includes(sign)) return at
    else if ('}]'.includes(sign)) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function isSecret(name: string): boolean {
  return SECRET.test(name) && !HARMLESS.test(name)
}

function concealField(name: string, value: unknown, depth: number): unknown {
  if (value === null) return value
  if (isSecret(name)) return CONCEALED
  if (!URL_FIELD.test(name) || typeof value !== 'string') return conceal(value, depth + 1)
  if (!URL.canParse(value)) return CONCEALED
  const url = new URL(value)
  return `${url.origin}${url.pathname}${url.search ? `?${CONCEALED}` : ''}`
}
