import { externalUrl } from '#lib/external-url.ts'

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; url: string }
export type Block = { kind: 'paragraph'; pieces: Piece[] } | { kind: 'list'; items: Piece[][] }

/**
 * The little Markdown an entry may hold: paragraphs, list items, `code` and links to https addresses. Anything else stays
 * the text it is; nothing of it is ever markup.
 */
export function readBody(body: string): Block[] {
  return body
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .flatMap(blocksOf)
}

/** A paragraph may be followed by its list without an empty line between. */
function blocksOf(lines: string[]): Block[] {
  const begins = lines.findIndex(isItem)
  const [words, rest] = begins === -1 ? [lines, []] : [lines.slice(0, begins), lines.slice(begins)]
  const items: string[] = []
  for (const line of rest) {
    if (isItem(line)) items.push(line.trim().slice(2))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return [
    ...(words.length > 0
      ? [{ kind: 'paragraph' as const, pieces: piecesOf(words.map((line) => line.trim()).join(' ')) }]
      : []),
    ...(items.length > 0 ? [{ kind: 'list' as const, items: items.map(piecesOf) }] : []),
  ]
}

function isItem(line: string): boolean {
  return /^\s*[-*] \S/.test(line)
}

function piecesOf(text: string): Piece[] {
  return text
    .split(/(`[^`]+`|\[[^[\]]+\]\([^()\s]+\))/)
    .filter((part) => part !== '')
    .map(pieceOf)
}

function pieceOf(part: string): Piece {
  if (/^`[^`]+`$/.test(part)) return { kind: 'code', text: part.slice(1, -1) }
  const [, text, address = ''] = /^\[([^[\]]+)\]\(([^()\s]+)\)$/.exec(part) ?? []
  const url = address.startsWith('https://') ? externalUrl(address) : undefined
  if (text && url) return { kind: 'link', text, url }
  return { kind: 'text', text: part }
}
