const [QUOTE, BACKSLASH, COMMA, COLON, TAB, LF, CR, BLANK] = [0x22, 0x5c, 0x2c, 0x3a, 0x09, 0x0a, 0x0d, 0x20]
const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Longer strings are searched natively; for shorter ones that costs more than looking at each character. */
const SHORT_STRING = 8

export interface JsonBounds {
  /** Numbers, strings, names of fields, lists and maps. */
  values: number
  depth: number
  /** Sum over all maps: names cost a parser the most. */
  fields: number
  /** Blanks, commas, digits and other characters outside of strings. */
  loose: number
}

export type JsonScan = 'empty' | 'fits' | 'too_many_values' | 'too_deep' | 'too_many_fields'

/**
 * The cost of parsing a text, measured before it is parsed: one pass, without allocations, which stops as soon as a bound is
 * exceeded. Invalid JSON is left to the parser; here it may count in any way.
 */
export function scanJson(text: string, bounds: JsonBounds): JsonScan {
  const { length } = text
  const next = { quote: -1, backslash: -1 }
  let values = 0
  let fields = 0
  let loose = 0
  let depth = 0
  let at = 0
  while (at < length) {
    const code = text.charCodeAt(at)
    at += 1
    if (code === BLANK || code === COMMA || code === LF || code === CR || code === TAB) {
      loose += 1
      if (loose > bounds.loose) return 'too_many_values'
      continue
    }
    if (code === CLOSE_LIST || code === CLOSE_MAP) {
      if (depth > 0) depth -= 1
    } else if (code === COLON) {
      fields += 1
      if (fields > bounds.fields) return 'too_many_fields'
    } else {
      values += 1
      if (values > bounds.values) return 'too_many_values'
      if (code === OPEN_LIST || code === OPEN_MAP) {
        depth += 1
        if (depth > bounds.depth) return 'too_deep'
      } else if (code === QUOTE) at = endOfString(text, at, next)
      else {
        const end = endOfWord(text, at, at + bounds.loose - loose)
        loose += end - at
        at = end
      }
    }
  }
  return values === 0 ? 'empty' : 'fits'
}

/** The next position of each sign is remembered until it is passed, so that nothing is searched twice for it. */
function endOfString(text: string, from: number, next: { quote: number; backslash: number }): number {
  let at = from
  let since = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code === BACKSLASH) {
      at += 2
      since = at
    } else if (at - since < SHORT_STRING) at += 1
    else {
      if (next.quote < at) next.quote = find(text, '"', at)
      if (next.backslash < at) next.backslash = find(text, '\\', at)
      at = Math.min(next.quote, next.backslash)
      since = at
    }
  }
  return at
}

function find(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at === -1 ? text.length : at
}

/** A number, `true`, `false`, `null`, or nonsense: it ends where something else begins. */
function endOfWord(text: string, from: number, most: number): number {
  const end = Math.min(text.length, most)
  let at = from
  while (at < end && !isStructure(text.charCodeAt(at))) at += 1
  return at
}

function isStructure(code: number): boolean {
  if (code > COLON) return code === CLOSE_LIST || code === CLOSE_MAP || code === OPEN_LIST || code === OPEN_MAP
  return code === COMMA || code <= BLANK || code === COLON || code === QUOTE
}
