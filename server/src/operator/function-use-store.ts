import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** A function as calls are counted. */
export interface CountedFunction {
  api: string
  function: string
}

export interface UseSums {
  requests: number
  errors: number
  results: number
  cost_micros: number
  customers: number
}

export interface UserRow {
  owner_id: number
  requests: number
  cost_micros: number
  last_day: string
}

/** How a function was used since a UTC day outside of the sandbox, and by whom; those who spent most come first. */
export async function functionUse(
  db: Db,
  { api, function: name }: CountedFunction,
  { since, limit }: { since: string; limit: number },
): Promise<{ sums: UseSums; users: UserRow[] }> {
  const { rows } = await sql<UserRow & Record<keyof UseSums, number> & { own_requests: number; own_micros: number }>`
    with used as (
      select l.owner_id, sum(d.requests) as requests, sum(d.errors) as errors, sum(d.results) as results,
          sum(d.cost_micros) as cost_micros, max(d.day) as last_day
        from usage_days d join api_logins l on l.id = d.login_id
        where d.api = ${api} and d.function = ${name} and d.day >= ${since}::date and not d.is_sandbox
        group by l.owner_id
    )
    select owner_id, requests::bigint as own_requests, cost_micros::bigint as own_micros, to_char(last_day, 'YYYY-MM-DD') as last_day,
        count(*) over ()::integer as customers, sum(requests) over ()::bigint as requests, sum(errors) over ()::bigint as errors,
        sum(results) over ()::bigint as results, sum(cost_micros) over ()::bigint as cost_micros
      from used order by used.cost_micros desc, used.requests desc, owner_id limit ${limit}`.execute(db)
  const { requests = 0, errors = 0, results = 0, cost_micros = 0, customers = 0 } = rows[0] ?? {}
  return {
    sums: { requests, errors, results, cost_micros, customers },
    users: rows.map(({ owner_id, own_requests, own_micros, last_day }) => ({
      owner_id,
      requests: own_requests,
      cost_micros: own_micros,
      last_day,
    })),
  }
}
