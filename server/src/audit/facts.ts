import { FACT_FIELDS, type Fact } from '@portico/contract/activity.ts'
import type { AuditRow } from './store.ts'

type Detail = AuditRow['detail']

/** The differences between two states, each with its previous value: `{ role: 'admin', before_role: 'viewer' }`. */
export function changesBetween(before: Detail, after: Detail): Detail {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value)
  return Object.fromEntries(
    changed.flatMap(([name, value]) => [
      [name, value],
      [`before_${name}`, before[name] ?? null],
    ]),
  )
}

/** Details of a row its reader may see. Members are shown by their names. */
export function factsOf(detail: Record<string, unknown>, names: ReadonlyMap<number, string>): Fact[] {
  return FACT_FIELDS.flatMap((field): Fact[] => {
    const after = plain(detail[field])
    if (after === undefined) return []
    const before = plain(detail[`before_${field}`])
    if (field === 'member') return [{ field, after: names.get(Number(after)) ?? String(after) }]
    return [{ field, after, ...(before !== undefined && { before }) }]
  })
}

function plain(value: unknown): Fact['after'] | undefined {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain || value === null ? value : undefined
}
