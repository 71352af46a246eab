export type Cell = string | number | boolean | null

/** The mark tells spreadsheets that this is UTF-8. */
export function csvHead(names: string[]): string {
  return `\uFEFF${names.join(',')}\r\n`
}

export function csvLine(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A spreadsheet takes a text that begins like a formula for one and would run it; with a quote before it stays a text. */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const harmless = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
