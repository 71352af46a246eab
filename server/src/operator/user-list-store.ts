import type { USER_STATUSES, UserSort } from '@portico/contract/operator-users.ts'
import { normaliseEmail } from '@portico/contract/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'

type Status = (typeof USER_STATUSES)[number]

export interface ListedUser {
  id: number
  email: string
  name: string
  status: Status
  is_staff: boolean
  is_verified: boolean
  created_at: Date
  last_seen: Date | null
  last_call: Date | null
  balance_micros: number
  spent_micros: number
  logins: { login: string; kind: string; status: string; balance_micros: number }[]
  /** The sort value, as a whole number. */
  sort_key: number
}

export interface UserFilter {
  /** All of them must match. */
  words: string[]
  status: Status | undefined
  sort: UserSort
  limit: number
  after: { sort_key: number; id: number } | undefined
  /** The first UTC day whose calls count as spent. */
  since: string
}

const moment = (column: RawBuilder<unknown>) => sql`coalesce((extract(epoch from ${column}) * 1000000)::bigint, 0)`

/** Sort keys, with what must be read of every account for each. */
const SORTS: Record<UserSort, { key: RawBuilder<unknown>; beside: (since: string) => RawBuilder<unknown> }> = {
  created: { key: moment(sql`u.created_at`), beside: () => sql`` },
  spend: {
    key: sql`coalesce(p.micros, 0)`,
    beside: (since) => sql`left join (
      select l.owner_id, sum(d.spent_micros)::bigint as micros from spend_days d join api_logins l on l.id = d.login_id
        where d.day >= ${since}::date and d.scope = '' group by 1
    ) p on p.owner_id = u.id`,
  },
  'last-seen': {
    key: moment(sql`greatest(u.last_login_at, s.seen_at)`),
    beside: () => sql`left join (
      select user_id, max(last_seen_at) as seen_at from sessions where staff_id is null group by 1
    ) s on s.user_id = u.id`,
  },
}

/**
 * One page of accounts. All of them are searched for the words, which takes a fraction of a second for a hundred
 * thousand; further columns are read for the rows of the page alone, except the sort key.
 */
export async function listUsers(db: Db, input: UserFilter): Promise<ListedUser[]> {
  const { words, status, limit, after, since } = input
  const is_wanted = sql.join([status ? sql`u.status = ${status}` : sql`true`, ...words.map(has)], sql` and `)
  const page = input.sort === 'created' ? newest(is_wanted, after, limit) : sorted(input, is_wanted)
  const { rows } = await sql<ListedUser>`
    with page as (${page})
    select u.id, u.email, u.name, u.status, u.is_staff, u.verified_at is not null as is_verified, u.created_at, page.sort_key,
        greatest(u.last_login_at, (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.staff_id is null)) as last_seen,
        own.last_call, coalesce(own.balance_micros, 0) as balance_micros, coalesce(own.spent_micros, 0) as spent_micros,
        coalesce(own.logins, '[]') as logins
      from page join users u on u.id = page.id
      left join lateral (
        select sum(a.balance_micros)::bigint as balance_micros, sum(days.micros)::bigint as spent_micros, max(last.minute) as last_call,
            json_agg(json_build_object('login', l.login, 'kind', l.kind, 'status', l.status, 'balance_micros', a.balance_micros) order by l.id) as logins
          from api_logins l join ledger_accounts a on a.api_login_id = l.id
          left join lateral (
            select sum(spent_micros) as micros from spend_days d where d.login_id = l.id and d.day >= ${since}::date and d.scope = ''
          ) days on true
          left join lateral (
            select minute from usage_minutes m where m.login_id = l.id order by minute desc limit 1
          ) last on true
          where l.owner_id = u.id
      ) own on true
      order by page.sort_key desc, u.id desc`.execute(db)
  return rows
}

/** Along their index, as far as the page reaches. */
function newest(is_wanted: RawBuilder<unknown>, after: UserFilter['after'], limit: number): RawBuilder<unknown> {
  const is_behind = after
    ? sql`(u.created_at, u.id) < (timestamptz 'epoch' + ${after.sort_key}::bigint * interval '1 microsecond', ${after.id}::integer)`
    : sql`true`
  return sql`select u.id, ${SORTS.created.key} as sort_key from users u where ${is_wanted} and ${is_behind}
    order by u.created_at desc, u.id desc limit ${limit}`
}

function sorted(
  { sort, since, after, limit }: UserFilter & { sort: UserSort },
  is_wanted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { key, beside } = SORTS[sort]
  const is_behind = after ? sql`(sort_key, id) < (${after.sort_key}::bigint, ${after.id}::integer)` : sql`true`
  return sql`select * from (select u.id, ${key} as sort_key from users u ${beside(since)} where ${is_wanted}) f
    where ${is_behind} order by sort_key desc, id desc limit ${limit}`
}

/** No character of a word is special: it is compared literally, in any case. */
function has(word: string): RawBuilder<boolean> {
  const part = (of: RawBuilder<unknown>) => sql`strpos(lower(${of}), lower(${word})) > 0`
  return sql<boolean>`(${part(sql`u.email_norm`)} or ${part(sql`u.name`)} or u.id::text = ${word} or u.public_id = ${word}
    or u.id in (select l.owner_id from api_logins l where ${part(sql`l.login`)}))`
}

/** Addresses of accounts, also of closed ones. */
export async function emailsOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where id = any (${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Accounts by their address, without those of closed ones. */
export async function idsOfEmails(db: Db, emails: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email_norm: string }>`
    select id, email_norm from users
      where email_norm = any (${emails.map(normaliseEmail)}::text[]) and status in ('active', 'disabled')`.execute(db)
  return new Map(rows.map(({ id, email_norm }) => [email_norm, id]))
}

/** Logins by their ids or names, with whom they belong to. */
export async function loginOwners(db: Db, ids: number[], names: string[]) {
  const { rows } = await sql<{ id: number; login: string; owner_id: number }>`
    select id, login, owner_id from api_logins where id = any (${ids}::integer[]) or login = any (${names}::text[])`.execute(
    db,
  )
  return rows
}
