import type { SecretChoice } from '@portico/contract/secret-bounds.ts'
import { type Cell, csvHead, csvLine } from '#http/csv.ts'
import type { EventRow } from '#traffic/errors/index.ts'

type Column = [name: string, cell: (row: EventRow, login: string, key?: SecretChoice) => Cell]

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
  ['reason', ({ reason }) => reason],
  ['scope', ({ scope }) => scope],
  ['key_id', ({ agent_id }) => agent_id],
  ['key', (_row, _login, key) => key?.name ?? ''],
  ['http_method', ({ http_method }) => http_method],
  ['count', ({ repeats }) => 1 + repeats],
  ['key_kind', (_row, _login, key) => key?.kind ?? ''],
]

export const headLine = csvHead(COLUMNS.map(([name]) => name))

export function writeRow(row: EventRow, login: string, key?: SecretChoice): string {
  return csvLine(COLUMNS.map(([, cell]) => cell(row, login, key)))
}
