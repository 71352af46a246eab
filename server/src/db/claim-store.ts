import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { inTx } from './tx.ts'

/** A work table that many logins share: which of its rows wait, from when on, and how many of a login run at once. */
export interface SharedWork {
  table: 'gateway_tasks' | 'gateway_webhooks' | 'alert_deliveries'
  due: string
  waits: RawBuilder<boolean>
  /** Counted over all processes. */
  per_login: RawBuilder<number>
  /** For work that goes to a host: how much of it goes to the same one at once, for all logins together. */
  per_host?: number
  /**
   * Of a login's rows, those of an earlier group go first; of several logins whose turn it is, those with such rows.
   */
  groups?: RawBuilder<boolean>[]
}

export interface Span {
  now: Date
  until: Date
  limit: number
}

export const NOT_SENT = sql<boolean>`sent_at is null`
/** Not yet arrived and not given up. */
export const UNSENT = sql<boolean>`sent_at is null and failed_at is null`

/** A work table without logins. */
interface Work {
  table: 'outbox' | 'payment_events' | 'data_exports' | 'database_purchases' | 'operator_deliveries'
  /** When a row is due; claiming sets it to the end of the claim. */
  due: string
  waits: RawBuilder<boolean>
  /** By which column the first ones are chosen; then a row without `due` is due. */
  first?: string
  /** For a table whose rows are due by another rule. */
  is_due?: RawBuilder<boolean>
  key?: string[]
  /** What else a claim changes. */
  also?: RawBuilder<unknown>
}

/** The next moment after this one at which a waiting row is due. */
export async function nextDue(
  db: Db,
  { table, due, waits }: Pick<SharedWork | Work, 'table' | 'due' | 'waits'>,
  after: Date,
): Promise<Date | undefined> {
  const time = sql.ref(due)
  const { rows } = await sql<{ due_at: Date }>`
    select ${time} as due_at from ${sql.table(table)} where ${waits} and ${time} > ${after} order by ${time} limit 1`.execute(
    db,
  )
  return rows[0]?.due_at
}

/** Claims due rows, oldest first, and counts the try; no other process takes them before `until`. */
export async function claimDue<Row>(
  db: Db,
  { table, due, waits, first, key = ['id'], also = sql``, ...work }: Work,
  { now, until, limit }: Span,
): Promise<Row[]> {
  const [name, time] = [sql.table(table), sql.ref(due)]
  const is_due = work.is_due ?? (first ? sql`(${time} is null or ${time} <= ${now})` : sql`${time} <= ${now}`)
  const same = key.map((column) => sql`${sql.ref(`row.${column}`)} = ${sql.ref(`due.${column}`)}`)
  const { rows } = await sql<Row>`
    with due as (
      select ${sql.join(key.map((column) => sql.ref(column)))} from ${name} where ${waits} and ${is_due}
        order by ${sql.ref(first ?? due)} limit ${limit} for update skip locked
    )
    update ${name} as row set tries = tries + 1, ${time} = ${until}${also}
      from due where ${sql.join(same, sql` and `)} returning row.*`.execute(db)
  return rows
}

/** Claims the one row that has waited longest. */
export async function claimFirst<Row>(db: Db, work: Work, span: Omit<Span, 'limit'>): Promise<Row | undefined> {
  return (await claimDue<Row>(db, work, { ...span, limit: 1 }))[0]
}

/** Records how a try ended. Counts only while it is the newest: a slow worker does not undo the result of a later one. */
export async function recordTry(
  db: Db,
  table: SharedWork['table'] | Work['table'],
  { id, tries }: { id: number | string; tries: number },
  waits: RawBuilder<boolean>,
  change: Record<string, unknown>,
): Promise<void> {
  const changes = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`
    update ${sql.table(table)} set ${sql.join(changes)} where id = ${id} and tries = ${tries} and ${waits}`.execute(db)
}

/** Deletes what arrived or was given up before; returns the number of rows. */
export async function deleteEnded(db: Db, table: Work['table'] | 'alert_deliveries', before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where sent_at < ${before} or failed_at < ${before}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** A login that has been due for this long is no longer passed over for others' rows of an earlier group. */
const PASSED_OVER_MS = 60_000
/** The most logins with work that one claim scans to find those with due rows; the next claim continues after them. */
const LOGINS_PASSED = 1000
const LOGINS_MOST = 200
/** The most due rows that one claim reads, as the first ones of a login may go to a busy host; of each login some. */
const ROWS_MOST = 1000
const [LEAST_OF_LOGIN, MOST_OF_LOGIN] = [5, 50]

/**
 * Claims due rows and counts the try; no other process takes them before `until`. Logins take turns: the one with least
 * in progress goes first, and none gets more than `per_login`, however many rows wait. Within a turn an earlier group
 * goes before a later one, for a minute at most: then the login takes its turn like the others.
 */
export async function claimInTurns<Row extends { login_id: number }>(
  db: Db,
  work: SharedWork,
  { now, until, limit }: Span,
): Promise<Row[]> {
  return inTx(db, async (tx) => {
    const after = await lockTurn(tx, work.table)
    const { logins, passed } = await dueLogins(tx, work, after, now)
    const rows = logins.length > 0 ? await takeRows<Row>(tx, work, logins, { now, until, limit }) : []
    const taken = new Set(rows.map(({ login_id }) => login_id))
    const last = rows.length < limit ? passed : logins.findLast((login_id) => taken.has(login_id))
    if (last !== undefined && last !== after)
      await sql`update work_turns set login_id = ${last} where queue = ${work.table}`.execute(tx)
    return rows
  })
}

/** Of several processes one claims at a time, so that rows another has just taken are counted. */
async function lockTurn(db: Db, queue: string): Promise<number> {
  const { rows } = await sql<{ login_id: number }>`
    select login_id from work_turns where queue = ${queue} for update`.execute(db)
  return rows[0]?.login_id ?? 0
}

/** Logins with due rows, starting after `after` and wrapping around; each is found by one look into the index. */
async function dueLogins(db: Db, { table, waits, due }: SharedWork, after: number, now: Date) {
  const name = sql.table(table)
  const behind = (login: RawBuilder<unknown>) =>
    sql`(select login_id from ${name} where ${waits} and login_id > ${login} order by login_id limit 1)`
  const { rows } = await sql<{ logins: number[] | null; passed: number | null }>`
    with recursive upwards as (
      select ${behind(sql`${after}::integer`)} as login_id, 1 as n
      union all
      select ${behind(sql`u.login_id`)}, u.n + 1 from upwards u where u.login_id is not null and u.n < ${LOGINS_PASSED}
    ),
    around as (
      select ${behind(sql`0`)} as login_id, 1 as n
      union all
      select ${behind(sql`a.login_id`)}, a.n + 1 from around a where a.login_id < ${after} and a.n < ${LOGINS_PASSED}
    ),
    passed as (
      select login_id, row_number() over (order by part, n) as place from (
        select login_id, 1 as part, n from upwards where login_id is not null
        union all
        select login_id, 2, n from around where login_id <= ${after}
      ) p
      order by part, n limit ${LOGINS_PASSED}
    ),
    ready as (
      select login_id, place from passed p
        where exists (select from ${name} where ${waits} and login_id = p.login_id and ${sql.ref(due)} <= ${now})
        order by place limit ${LOGINS_MOST}
    )
    select (select array_agg(login_id order by place) from ready) as logins, (
      select login_id from passed where place = case when (select count(*) from ready) >= ${LOGINS_MOST}
        then (select max(place) from ready) when (select count(*) from passed) >= ${LOGINS_PASSED} then ${LOGINS_PASSED} end
    ) as passed`.execute(db)
  return { logins: rows[0]?.logins ?? [], passed: rows[0]?.passed ?? undefined }
}

async function takeRows<Row>(db: Db, work: SharedWork, logins: number[], { now, until, limit }: Span): Promise<Row[]> {
  const { table, waits, per_login, per_host, groups = [sql<boolean>`true`] } = work
  const [name, due] = [sql.table(table), sql.ref(work.due)]
  const rows_looked_at = Math.min(Math.max(Math.floor(ROWS_MOST / logins.length), LEAST_OF_LOGIN), MOST_OF_LOGIN)
  const host = per_host === undefined ? sql`''` : sql`host`
  const fits = per_host === undefined ? sql`true` : sql`c.host_place + coalesce(h.running, 0) <= ${per_host}`
  const passed_over = new Date(now.getTime() - PASSED_OVER_MS)
  const dueRows = (group: RawBuilder<boolean>, index: number) => sql`
    (select id, ${host} as host, ${index}::integer as group_place, ${due} as due_at from ${name}
      where ${waits} and ${group} and login_id = l.login_id and ${due} <= ${now}
      order by ${due} limit ${rows_looked_at})`
  const { rows } = await sql<Row>`
    with running as materialized (
      select login_id, ${host} as host, count(*) as running from ${name}
        where ${waits} and claimed_until > ${now} group by 1, 2
    ),
    of_login as (select login_id, sum(running) as running from running group by 1),
    of_host as (select host, sum(running) as running from running group by 1),
    found as (
      select r.id, r.host, l.login_id, l.place, case when r.due_at <= ${passed_over} then 0 else r.group_place end as urgency,
          row_number() over (partition by l.login_id order by r.group_place, r.due_at) as n
        from unnest(${logins}::integer[]) with ordinality as l (login_id, place)
        cross join lateral (${sql.join(groups.map(dueRows), sql` union all `)}) r
    ),
    placed as (select *, row_number() over (partition by host order by n, place) as host_place from found),
    chosen as (
      select c.id, c.place, c.urgency, row_number() over (partition by c.login_id order by c.n) + coalesce(o.running, 0) as turn
        from placed c
        left join of_login o on o.login_id = c.login_id
        left join of_host h on h.host = c.host
        where ${fits}
    ),
    free as materialized (
      select id from ${name}
        where id = any (array(select id from chosen where turn <= ${per_login} order by turn, urgency, place limit ${limit}))
          and ${waits} and ${due} <= ${now}
        for update skip locked
    )
    update ${name} as row set tries = tries + 1, ${due} = ${until}, claimed_until = ${until}
      from free where row.id = free.id returning row.*`.execute(db)
  return rows
}
