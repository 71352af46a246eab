export type Cell = string | number | boolean | null | Decimal

/** An exact number of ours: written as it is, also with a minus. */
export interface Decimal {
  decimal: `${number}`
}

/** The byte order mark makes spreadsheets read it as UTF-8. */
export function csvHead(names: string[]): string {
  return `\uFEFF${names.join(',')}\r\n`
}

export function csvLine(cells: Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** What a spreadsheet takes for the beginning of a formula, wide forms too, after any blanks and marks. */
const FORMULA = /^[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－﹣−＠﹦﹢﹫]/u
/** Some of these separate cells or lines, depending on the country. */
const SEPARATES = /[",;|\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/

/** A spreadsheet would run a text that begins like a formula; with a quote before it stays a text. */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return cell.decimal
  if (typeof cell !== 'string') return String(cell)
  const harmless = FORMULA.test(cell) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell
  return SEPARATES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
