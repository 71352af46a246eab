import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { SECONDS } from '#http/metrics.ts'

export interface Count {
  metric: 'calls' | 'call_seconds' | 'source_calls' | 'source_seconds'
  span_s: 60 | 3600
  at: Date
  api: string
  name: string
  code: string
  outcome: string
  calls: number
  /** Empty, or one number for each step of time and one for what took longer. */
  buckets: number[]
}

/** Which counts to add up. */
export interface Slice {
  metric: Count['metric']
  span_s: Count['span_s']
  since: Date
  api?: string
}

/** Adds to what other instances counted. Rows are in one order everywhere, so that two instances do not block each other. */
export async function addCounts(db: Db, rows: Count[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into service_counts as c (metric, span_s, at, api, name, code, outcome, calls, buckets)
      select metric, span_s, at, api, name, code, outcome, calls, buckets
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (metric text, span_s integer, at timestamptz, api text,
          name text, code text, outcome text, calls bigint, buckets bigint[])
        order by metric, span_s, at, api, name, code, outcome
      on conflict (metric, span_s, at, api, name, code, outcome) do update set calls = c.calls + excluded.calls,
        buckets = coalesce((select array_agg(coalesce(a, 0) + coalesce(b, 0) order by n)
          from unnest(c.buckets, excluded.buckets) with ordinality as both_of (a, b, n)), '{}')`.execute(db)
}

export async function deleteOldCounts(db: Db, span_s: Count['span_s'], before: Date): Promise<void> {
  await db.deleteFrom('service_counts').where('span_s', '=', span_s).where('at', '<', before).execute()
}

type Grouped = Pick<Count, 'api' | 'name' | 'code' | 'outcome' | 'calls'>

/** Sums by these columns. */
export async function sumCounts<K extends 'api' | 'name' | 'code' | 'outcome'>(
  db: Db,
  slice: Slice,
  by: readonly K[],
): Promise<Pick<Grouped, K | 'calls'>[]> {
  const columns = sql.join(by.map((column) => sql.ref(column)))
  const { rows } = await sql<Pick<Grouped, K | 'calls'>>`
    select ${columns}, sum(calls)::double precision as calls from service_counts where ${within(slice)} group by ${columns}`.execute(
    db,
  )
  return rows
}

/** Sums of the steps of time, by API, and by time where that is wanted. */
export async function sumTimes(
  db: Db,
  slice: Slice,
  by_time = false,
): Promise<{ api: string; at: Date | null; outcome: string; calls: number; buckets: number[] }[]> {
  const steps = sql.join([...SECONDS, 0].map((_, step) => sql`sum(buckets[${sql.lit(step + 1)}])`))
  const at = by_time ? sql`at` : sql`null::timestamptz`
  const { rows } = await sql<{ api: string; at: Date | null; outcome: string; calls: number; buckets: number[] }>`
    select api, ${at} as at, outcome, sum(calls)::double precision as calls, array[${steps}]::double precision[] as buckets
      from service_counts where ${within(slice)} group by 1, 2, 3 order by 2, 1`.execute(db)
  return rows
}

function within({ metric, span_s, since, api }: Slice): RawBuilder<boolean> {
  const whole = sql<boolean>`metric = ${metric} and span_s = ${span_s} and at >= ${since}`
  return api === undefined ? whole : sql<boolean>`${whole} and api = ${api}`
}
