const PIECES = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"{}[\],:]+|[{}[\],:]/g
const MANY_DIGITS = /\d{16}/
const INDENT = '  '

/** Indents JSON with each value as it came: parsed and serialised again, a long number would have other digits. */
export function indentJson(json: string): string {
  const pieces = json.match(PIECES) ?? []
  const out: string[] = []
  let depth = 0
  const newLine = () => out.push('\n', INDENT.repeat(depth))
  for (const [at, piece] of pieces.entries()) {
    if (piece === '{' || piece === '[') {
      out.push(piece)
      if (isClosing(pieces[at + 1])) continue
      depth += 1
      newLine()
    } else if (isClosing(piece)) {
      if (!isOpening(pieces[at - 1])) {
        depth -= 1
        newLine()
      }
      out.push(piece)
    } else if (piece === ',') {
      out.push(piece)
      newLine()
    } else out.push(piece === ':' ? ': ' : piece)
  }
  return out.join('')
}

/** Whole numbers that would be read with other digits become texts, so that a long id is shown and copied as it came. */
export function quoteLongNumbers(json: string): string {
  if (!MANY_DIGITS.test(json)) return json
  return json.replace(PIECES, (piece) => (isAltered(piece) ? `"${piece}"` : piece))
}

function isAltered(piece: string): boolean {
  return /^-?\d{16,}$/.test(piece) && String(Number(piece)) !== piece
}

function isOpening(piece: string | undefined): boolean {
  return piece === '{' || piece === '['
}

function isClosing(piece: string | undefined): boolean {
  return piece === '}' || piece === ']'
}
