import { type Envelope, isRecord } from './envelope.ts'

/** The answer of a `.ai` path for agents: one task without the envelope and without empty fields. */
export function flat(envelope: Envelope, request_id: string): Record<string, unknown> {
  const [task] = envelope.tasks ?? []
  const { id, status_code, status_message } = task ?? { ...envelope, id: request_id }
  return { id, status_code, status_message, items: itemsOf(task?.result ?? []).map(compact) }
}

function itemsOf(result: unknown[]): unknown[] {
  const lists = result.map((one) => (isRecord(one) && Array.isArray(one.items) ? one.items : undefined))
  return lists.some(Boolean) ? lists.flatMap((list) => list ?? []).filter((item) => item !== null) : result
}

/** Drops null, false and empty fields, rounds to three decimals and turns months into a map: an agent pays for every token. */
function compact(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * 1000) / 1000
  if (Array.isArray(value)) return monthsOf(value) ?? value.map(compact)
  if (!isRecord(value)) return value
  const fields = Object.entries(value).map(([name, one]) => [name, compact(one)] as const)
  return Object.fromEntries(fields.filter(([, one]) => !isEmpty(one)))
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** `[{ year: 2026, month: 1, search_volume: 90 }]` → `{ "2026-01": 90 }`. */
function monthsOf(values: unknown[]): Record<string, unknown> | undefined {
  if (values.length === 0) return undefined
  const months: Record<string, unknown> = {}
  for (const value of values) {
    if (!isRecord(value) || typeof value.year !== 'number' || typeof value.month !== 'number') return undefined
    const { year, month, ...rest } = value
    const [only, ...others] = Object.values(rest)
    if (only === undefined || others.length > 0) return undefined
    months[`${year}-${String(month).padStart(2, '0')}`] = compact(only)
  }
  return months
}
