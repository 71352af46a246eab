import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

interface Group {
  api: string
  function: string
  method: 'live' | 'task'
  priority: 1 | 2
}

interface Cost extends Group {
  per_call: number
  per_result: number
  factor: number
}

/** Whose calls since which UTC day. */
export interface EffectScope {
  since: string
  /** Null: all accounts. */
  owner_id: number | null
  /** Accounts whose own prices name a function: the common price is not theirs. */
  without: { owner_id: number; api: string; function: string }[]
}

export interface EffectRow {
  owner_id: number
  before_micros: number
  after_micros: number
}

export interface Effect {
  before_micros: number
  after_micros: number
  customers: number
  more: number
  less: number
  rows: EffectRow[]
}

/** A failed call costs nothing, whatever the price. A call without tasks is one itself. */
const CALLS = sql`greatest(d.tasks, d.requests)`
const IS_CHARGED = sql`not d.is_sandbox and d.status_class in ('ok', 'queued')`

/** Calls and results of these groups of all accounts. */
export async function groupSumsOf(
  db: Db,
  groups: Group[],
  since: string,
): Promise<(Group & { calls: number; results: number })[]> {
  const { rows } = await sql<Group & { calls: number; results: number }>`
    select d.api, d.function, d.method, d.priority::integer as priority, sum(${CALLS})::bigint as calls, sum(d.results)::bigint as results
      from ${given(groups)} join usage_days d using (api, function, method, priority)
      where d.day >= ${since}::date and ${IS_CHARGED} group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** What calls cost and would cost by account; the largest differences come first. */
export async function effectOf(
  db: Db,
  costs: Cost[],
  { since, owner_id, without }: EffectScope,
  limit: number,
): Promise<Effect> {
  const column = <K extends keyof EffectScope['without'][number]>(name: K) => without.map((one) => one[name])
  const { rows } = await sql<EffectRow & Record<'before' | 'after' | 'customers' | 'more' | 'less', number>>`
    with own as (
      select * from unnest(${column('owner_id')}::integer[], ${column('api')}::text[], ${column('function')}::text[])
        as o (owner_id, api, function)
    ), used as (
      select l.owner_id, sum(d.cost_micros)::bigint as before_micros,
          round(sum(d.cost_micros * c.factor + ${CALLS} * c.per_call + d.results * c.per_result))::bigint as after_micros
        from ${given(costs)} join usage_days d using (api, function, method, priority) join api_logins l on l.id = d.login_id
        where d.day >= ${since}::date and ${IS_CHARGED} and (${owner_id}::integer is null or l.owner_id = ${owner_id})
          and (l.owner_id, d.api, d.function) not in (select owner_id, api, function from own)
        group by l.owner_id
    )
    select owner_id, before_micros, after_micros, sum(before_micros) over ()::bigint as before, sum(after_micros) over ()::bigint as after,
        count(*) over ()::integer as customers, (count(*) filter (where after_micros > before_micros) over ())::integer as more,
        (count(*) filter (where after_micros < before_micros) over ())::integer as less
      from used order by abs(after_micros - before_micros) desc, owner_id limit ${limit}`.execute(db)
  const { before = 0, after = 0, customers = 0, more = 0, less = 0 } = rows[0] ?? {}
  return {
    before_micros: before,
    after_micros: after,
    customers,
    more,
    less,
    rows: rows.map(({ owner_id, before_micros, after_micros }) => ({ owner_id, before_micros, after_micros })),
  }
}

function given(groups: (Group & Partial<Cost>)[]) {
  const column = <K extends keyof Cost>(name: K) => groups.map((one) => one[name] ?? null)
  return sql`unnest(${column('api')}::text[], ${column('function')}::text[], ${column('method')}::text[], ${column('priority')}::smallint[],
    ${column('per_call')}::float8[], ${column('per_result')}::float8[], ${column('factor')}::float8[])
    as c (api, function, method, priority, per_call, per_result, factor)`
}
