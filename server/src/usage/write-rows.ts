import { formatMicros } from '@portico/contract/money.ts'
import type { ExportFormat } from '@portico/contract/usage.ts'
import type { CallRow } from './task-store.ts'

type Cell = string | number | null
type Column = [name: string, cell: (row: CallRow, login: string) => Cell]

const COLUMNS: Column[] = [
  ['time', ({ at }) => at.toISOString()],
  ['id', ({ id }) => id],
  ['task_id', ({ task_id }) => task_id],
  ['request_id', ({ request_id }) => request_id],
  ['api', ({ api }) => api],
  ['function', (row) => row.function],
  ['method', ({ method }) => method],
  ['priority', ({ priority }) => priority],
  ['path', ({ path }) => path],
  ['status_code', ({ status_code }) => status_code],
  ['status_class', ({ status_class }) => status_class],
  ['http_status', ({ http_status }) => http_status],
  ['results', ({ results }) => results],
  // Dollars in full, so that a sum in a spreadsheet is the sum on the screen.
  ['cost_usd', ({ cost_micros }) => formatMicros(cost_micros).replace('$', '')],
  ['time_ms', ({ time_ms }) => time_ms],
  ['tag', ({ tag }) => tag],
  ['login', (_row, login) => login],
]

export const headLine: Record<ExportFormat, string> = {
  // The mark tells spreadsheets that this is UTF-8.
  csv: `\uFEFF${COLUMNS.map(([name]) => name).join(',')}\r\n`,
  jsonl: '',
}

export function writeRow(format: ExportFormat, row: CallRow, login: string): string {
  if (format === 'jsonl')
    return `${JSON.stringify(Object.fromEntries(COLUMNS.map(([name, cell]) => [name, cell(row, login)])))}\n`
  return `${COLUMNS.map(([, cell]) => csvCell(cell(row, login))).join(',')}\r\n`
}

/** A spreadsheet takes a text that begins like a formula for one and would run it; with a quote before it stays a text. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
