import type { TaskSort } from '@portico/contract/usage-totals.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type CallRow, COLUMNS } from './call-store.ts'
import type { Slice } from './slice.ts'
import { callsOf } from './source-store.ts'
import { within } from './time-store.ts'

export type ValueSort = Exclude<TaskSort, 'time'>

export const VALUES = { cost: 'cost_micros', duration: 'time_ms', results: 'results' } as const

interface SortedPage {
  order: 'newest' | 'oldest'
  after: { value: number; id: string } | undefined
  limit: number
}

/** Sorts by a value, then by time. No index has these orders: every row of the range is read, and only the page is held. */
export async function callsSorted(db: Db, slice: Slice, sort: ValueSort, page: SortedPage): Promise<CallRow[]> {
  const value = sql.ref(VALUES[sort])
  const isDown = page.order === 'newest'
  const direction = isDown ? sql`desc` : sql`asc`
  const { after } = page
  const behind = after ? sql`(${value}, id) ${isDown ? sql`<` : sql`>`} (${after.value}, ${after.id}::uuid)` : sql`true`
  const calls = callsOf(slice, sql`login_id = any (${slice.login_ids}::integer[])`, (column) =>
    within(column, slice.range),
  )
  const { rows } = await sql<CallRow>`
    select ${COLUMNS} from ${calls} and ${behind} order by ${value} ${direction}, id ${direction} limit ${page.limit}`.execute(
    db,
  )
  return rows
}
