import type { USER_GROUPS, USER_STATUSES, UserSort } from '@portico/contract/operator-users.ts'
import { normaliseEmail } from '@portico/contract/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { startingWith } from './find-customer-store.ts'

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
  only: (typeof USER_GROUPS)[number] | undefined
  sort: UserSort
  limit: number
  after: { sort_key: number; id: number } | undefined
  /** The first UTC day whose calls count as spent. */
  since: string
}

/** Along their index, as far as the page reaches. */
const MOMENTS: Record<Exclude<UserSort, 'spend'>, RawBuilder<unknown>> = {
  created: sql`u.created_at`,
  'last-seen': sql`coalesce(u.last_seen_at, timestamptz 'epoch')`,
}

/**
 * One page of accounts. All of them are searched for the words, which takes less than a tenth of a second for a hundred
 * thousand; further columns are read for the rows of the page alone, except the sort key.
 */
export async function listUsers(db: Db, input: UserFilter): Promise<ListedUser[]> {
  const { since } = input
  const { rows } = await sql<ListedUser>`
    with page as (${pageOf(input)})
    select u.id, u.email, u.name, u.status, u.is_staff, u.verified_at is not null as is_verified, u.created_at, page.sort_key,
        u.last_seen_at as last_seen, own.last_call, coalesce(own.balance_micros, 0) as balance_micros, coalesce(own.spent_micros, 0) as spent_micros,
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

/** Ids and sort values. */
export function pageOf(input: UserFilter): RawBuilder<unknown> {
  const { words, status, only, sort } = input
  const is_wanted = sql.join(
    [
      status ? sql`u.status = ${status}` : sql`true`,
      only ? sql`u.is_staff = ${only === 'staff'}` : sql`true`,
      ...words.map(has),
    ],
    sql` and `,
  )
  return sort === 'spend' ? bySpend(input, is_wanted) : byMoment(MOMENTS[sort], input, is_wanted)
}

type Page = Pick<UserFilter, 'since' | 'after' | 'limit'>

function byMoment(
  at: RawBuilder<unknown>,
  { after, limit }: Page,
  is_wanted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const is_behind = after
    ? sql`(${at}, u.id) < (timestamptz 'epoch' + ${after.sort_key}::bigint * interval '1 microsecond', ${after.id}::integer)`
    : sql`true`
  return sql`select u.id, (extract(epoch from ${at}) * 1000000)::bigint as sort_key from users u
    where ${is_wanted} and ${is_behind} order by ${at} desc, u.id desc limit ${limit}`
}

/** Few accounts of many spend at all: only those are sorted by it, and the others follow by their ids. */
function bySpend({ since, after, limit }: Page, is_wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  const behind = (key: RawBuilder<unknown>) =>
    after ? sql`(${key}, u.id) < (${after.sort_key}::bigint, ${after.id}::integer)` : sql`true`
  return sql`
    with of_login as (
      select login_id, sum(spent_micros) as micros from spend_days where day >= ${since}::date and scope = '' group by 1
    ), spent as materialized (
      select l.owner_id, sum(o.micros)::bigint as micros from of_login o join api_logins l on l.id = o.login_id group by 1
    )
    select * from (
      (select u.id, s.micros as sort_key
        from spent s cross join lateral (select u.id from users u where u.id = s.owner_id and ${is_wanted} offset 0) u
        where ${behind(sql`s.micros`)} order by s.micros desc, u.id desc limit ${limit})
      union all
      (select u.id, 0 from users u
        where not exists (select from spent s where s.owner_id = u.id) and ${is_wanted} and ${behind(sql`0`)} order by u.id desc limit ${limit})
    ) either order by sort_key desc, id desc limit ${limit}`
}

/** No character of a word is special, and its case does not matter. A word has no space: none matches across the two texts. */
function has(word: string): RawBuilder<boolean> {
  if (/^@./.test(word)) return ofDomain(startingWith(word.slice(1).toLowerCase()))
  // In an ASCII word the database need not know the case of other characters, which halves the time.
  const lower = (of: RawBuilder<unknown>) =>
    /^[!-~]*$/.test(word) ? sql`lower((${of}) collate "C")` : sql`lower(${of})`
  const part = (of: RawBuilder<unknown>) => sql`strpos(${lower(of)}, lower(${word})) > 0`
  const id = /^[1-9]\d{0,8}$/.test(word) ? sql`u.id = ${Number(word)}` : sql`false`
  return sql<boolean>`(${part(sql`u.email_norm || ' ' || u.name`)} or ${id} or u.public_id = ${word}
    or u.id in (select l.owner_id from api_logins l where ${part(sql`l.login`)}))`
}

/** Of a common domain the page is full soon. Other accounts of the list are compared by a short text, and logins found by their index. */
function ofDomain(start: string): RawBuilder<boolean> {
  return sql<boolean>`(split_part(u.email_norm, '@', 2) like ${start}
    or u.id in (select l.owner_id from api_logins l where split_part(lower(l.login), '@', 2) like ${start}))`
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
