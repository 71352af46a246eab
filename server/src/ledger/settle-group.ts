import { msOfCall } from '#crypto/call-id.ts'
import { TIME_STEPS_MS } from '#db/time-steps.ts'
import type { SettleRow } from './meter-store.ts'

const MINUTE_MS = 60_000

/** What charged calls have in common that are recorded by one small statement, with their sums. */
export interface SettleGroup {
  lease_id: string
  minute: string
  lease_micros: number
  cost_micros: number
  requests: number
  tasks: number
  results: number
  time_ms: number
  steps: number[]
}

/** Undefined where one of the calls differs from the others, or is not simply charged to its lease. */
export function groupOf(rows: SettleRow[]): SettleGroup | undefined {
  const [first] = rows
  if (first?.lease_id === undefined) return undefined
  const minute = minuteOf(first)
  if (!rows.every((row) => isPlain(row) && isAlike(row, first) && minuteOf(row) === minute)) return undefined
  const group = {
    lease_id: first.lease_id,
    minute: new Date(minute * MINUTE_MS).toISOString(),
    lease_micros: 0,
    cost_micros: 0,
    requests: 0,
    tasks: 0,
    results: 0,
    time_ms: 0,
    steps: Array.from({ length: TIME_STEPS_MS.length + 1 }, () => 0),
  }
  for (const row of rows) {
    group.lease_micros += row.lease_micros ?? 0
    group.cost_micros += row.cost_micros
    group.requests += Number(row.request_id === row.id)
    group.tasks += Number(row.task_id !== null)
    group.results += row.results
    group.time_ms += row.time_ms
    const step = TIME_STEPS_MS.filter((most_ms) => row.time_ms >= most_ms).length
    group.steps[step] = (group.steps[step] ?? 0) + 1
  }
  return group
}

function isPlain({ cost_micros, error_code, is_sandbox, repeats, status_class }: SettleRow): boolean {
  return cost_micros > 0 && error_code === null && !is_sandbox && repeats === 0 && status_class === 'ok'
}

const SHARED = [
  'lease_id',
  'login_id',
  'member_id',
  'api',
  'function',
  'method',
  'priority',
  'path',
  'status_code',
  'http_status',
  'ip',
  'agent_id',
  'via',
  'price_version',
  'http_method',
] as const

function isAlike(row: SettleRow, first: SettleRow): boolean {
  return row === first || SHARED.every((name) => row[name] === first[name])
}

const minuteOf = ({ id }: SettleRow) => Math.floor(msOfCall(id) / MINUTE_MS)
