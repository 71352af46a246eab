import { formatMicros } from '@portico/contract/money.ts'
import type { ExportFormat } from '@portico/contract/usage-export.ts'
import { type Cell, csvHead, csvLine } from '#http/csv.ts'
import type { CallRow } from '#traffic/room.ts'

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
  ['finished', ({ finished_at }) => finished_at?.toISOString() ?? null],
  ['queue_ms', ({ queue_ms }) => queue_ms],
  ['run_ms', ({ run_ms }) => run_ms],
]

export const headLine: Record<ExportFormat, string> = {
  csv: csvHead(COLUMNS.map(([name]) => name)),
  jsonl: '',
}

export function writeRow(format: ExportFormat, row: CallRow, login: string): string {
  if (format === 'jsonl')
    return `${JSON.stringify(Object.fromEntries(COLUMNS.map(([name, cell]) => [name, cell(row, login)])))}\n`
  return csvLine(COLUMNS.map(([, cell]) => cell(row, login)))
}
