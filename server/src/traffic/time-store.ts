import { type RawBuilder, sql } from 'kysely'
import type { Span } from './cut-range.ts'

type Sql = RawBuilder<unknown>

export function within(column: Sql, [from, to]: Span): Sql {
  return sql`${column} >= ${at(from)} and ${column} < ${at(to)}`
}

export function at(ms: number): Sql {
  return sql`${new Date(ms)}::timestamptz`
}

export function dayStart(day: Sql): Sql {
  return sql`((${day})::timestamp at time zone 'UTC')`
}
