export type JsonToken = { kind: 'key' | 'text' | 'number' | 'word' | 'mark'; text: string }

const PIECES =
  /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|([^"\-\dtfn]+|[\s\S])/g

/** Cuts JSON into coloured pieces. Joined they are the text again, also where it is not JSON at all. */
export function jsonTokens(source: string): JsonToken[] {
  const tokens: JsonToken[] = []
  for (const [whole, text, colon, number, word] of source.matchAll(PIECES)) {
    if (text !== undefined) {
      tokens.push({ kind: colon ? 'key' : 'text', text })
      if (colon) tokens.push({ kind: 'mark', text: colon })
    } else {
      const kind = number !== undefined ? 'number' : word !== undefined ? 'word' : 'mark'
      const last = tokens.at(-1)
      if (kind === 'mark' && last?.kind === 'mark') last.text += whole
      else tokens.push({ kind, text: whole })
    }
  }
  return tokens
}
