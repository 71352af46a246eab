import { inCurrency } from '@portico/contract/currency.ts'
import { decimalText } from '@portico/contract/money.ts'
import type { SecretChoice } from '@portico/contract/secret-bounds.ts'
import type { ExportFormat } from '@portico/contract/usage-export.ts'
import { type Cell, csvHead, csvLine } from '#http/csv.ts'
import type { CallRow } from '#traffic/index.ts'

type Column = [name: string, cell: (row: CallRow, login: string, key?: SecretChoice) => Cell]

const COST = 'cost'

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
  // Full precision, so that a sum in a spreadsheet equals the sum on the screen.
  [COST, ({ cost_micros }) => decimalText(cost_micros)],
  ['time_ms', ({ time_ms }) => time_ms],
  ['tag', ({ tag }) => tag],
  ['login', (_row, login) => login],
  ['finished', ({ finished_at }) => finished_at?.toISOString() ?? null],
  ['queue_ms', ({ queue_ms }) => queue_ms],
  ['run_ms', ({ run_ms }) => run_ms],
  ['key_id', ({ agent_id }) => agent_id],
  ['key', (_row, _login, key) => key?.name ?? ''],
  ['http_method', ({ http_method }) => http_method],
  ['count', ({ repeats }) => 1 + repeats],
  ['key_kind', (_row, _login, key) => key?.kind ?? ''],
]

/** The cost column names its currency, which is a setting. */
function nameOf([name]: Column): string {
  return name === COST ? inCurrency(COST) : name
}

export function headLine(format: ExportFormat): string {
  return format === 'csv' ? csvHead(COLUMNS.map(nameOf)) : ''
}

export function writeRow(format: ExportFormat, row: CallRow, login: string, key?: SecretChoice): string {
  if (format === 'jsonl')
    return `${JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [nameOf(column), column[1](row, login, key)])))}\n`
  return csvLine(COLUMNS.map(([, cell]) => cell(row, login, key)))
}
