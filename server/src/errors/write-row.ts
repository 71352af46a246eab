import type { EventRow } from './row-store.ts'

type Cell = string | number | boolean | null
type Column = [name: string, cell: (row: EventRow, login: string) => Cell]

const COLUMNS: Column[] = [
  ['time', ({ at }) => at.toISOString()],
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['code', ({ code }) => code],
  ['class', (row) => row.class],
  ['message', ({ message }) => message],
  ['api', ({ api }) => api],
  ['function', (row) => row.function],
  ['method', ({ method }) => method],
  ['path', ({ path }) => path],
  ['task_id', ({ task_id }) => task_id],
  ['http_status', ({ http_status }) => http_status],
  ['ip', ({ ip }) => ip],
  ['sandbox', ({ is_sandbox }) => is_sandbox],
  ['login', (_row, login) => login],
]

/** The mark tells spreadsheets that this is UTF-8. */
export const headLine = `\uFEFF${COLUMNS.map(([name]) => name).join(',')}\r\n`

export function writeRow(row: EventRow, login: string): string {
  return `${COLUMNS.map(([, cell]) => csvCell(cell(row, login))).join(',')}\r\n`
}

/** A spreadsheet takes a text that begins like a formula for one and would run it; with a quote before it stays a text. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const harmless = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
