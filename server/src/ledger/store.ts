import { type Selectable, sql } from 'kysely'
import { timeOfCall } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'
import { inTx } from '#db/tx.ts'

export type BookingKind = Selectable<Tables['ledger_transactions']>['kind']

export interface Booking {
  id: string
  kind: BookingKind
  memo: string
  actor: string
  at: Date
  entries: { account_id: number; amount_micros: number }[]
}

/** Books once: a repeated id changes nothing and returns false. */
export async function insertBooking(db: Db, booking: Booking): Promise<boolean> {
  return inTx(db, async (tx) => {
    const { id, kind, memo, actor, at } = booking
    const fresh = await tx
      .insertInto('ledger_transactions')
      .values({ id, kind, memo, actor, at })
      .onConflict((on) => on.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!fresh) return false
    // Accounts are always locked in the order of their ids, so that two bookings can wait for each other but never deadlock.
    const entries = booking.entries.toSorted((a, b) => a.account_id - b.account_id)
    await tx
      .insertInto('ledger_entries')
      .values(entries.map((entry) => ({ transaction_id: id, ...entry })))
      .execute()
    return true
  })
}

export async function accountOfLogin(
  db: Db,
  login_id: number,
): Promise<{ id: number; balance_micros: number; held_micros: number; floor_micros: number } | undefined> {
  return db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_micros', 'held_micros', 'floor_micros'])
    .where('api_login_id', '=', login_id)
    .executeTakeFirst()
}

/** Locked in the order of their ids, as everywhere. */
export function lockAccounts(db: Db, login_ids: number[]) {
  return db
    .selectFrom('ledger_accounts')
    .select(['id', 'api_login_id', 'balance_micros', 'held_micros', 'floor_micros'])
    .where('api_login_id', 'in', login_ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export function entriesOf(db: Db, transaction_id: string) {
  return db
    .selectFrom('ledger_entries')
    .select(['account_id', 'amount_micros'])
    .where('transaction_id', '=', transaction_id)
    .execute()
}

/** The booking with an id: one row for each login whose balance it changed. */
export function bookingWith(db: Db, id: string) {
  return db
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['t.memo', 't.at', 'e.amount_micros', 'a.api_login_id as login_id'])
    .where('t.id', '=', id)
    .where('a.api_login_id', 'is not', null)
    .execute()
}

export interface CallBooking {
  id: string
  at: Date
  kind: BookingKind
  memo: string
  actor: string
  entries: { account: string; amount_micros: number }[]
}

/** Every booking of a call: its charge, what its end gave back, and the refund with this id. Of a booking of several calls it is the part of this one. */
export async function bookingsOfCall(db: Db, call_id: string, refund: string): Promise<CallBooking[]> {
  const { rows } = await sql<CallBooking>`
    with call as (select coalesce(booking_id, id) as booking, cost_micros from usage_events where id = ${call_id} and at = ${timeOfCall(call_id)})
    select t.id, t.at, t.kind, t.memo, t.actor,
        (select json_agg(json_build_object('account', a.name, 'amount_micros', part.micros) order by part.micros)
          from ledger_entries e join ledger_accounts a on a.id = e.account_id
          cross join lateral (
            select case when t.id = c.booking then sign(e.amount_micros) * c.cost_micros else e.amount_micros end::bigint as micros
              from (select) one left join call c on true
          ) part
          where e.transaction_id = t.id) as entries
      from ledger_transactions t
      where t.id in (refund_id(${call_id}::uuid), ${refund}::uuid) or t.id = (select booking from call)
      order by t.at, t.kind = 'refund', t.id`.execute(db)
  return rows
}

/** The account `world:usage`, the counterpart of every call: the third of every database. */
export const WORLD_USAGE_ID = 3
/** Condition on entries `e` that are found by their account: the index holds those of customers alone. */
export const OF_CUSTOMERS = sql<boolean>`e.account_id <> ${sql.lit(WORLD_USAGE_ID)}`

/** Sources and destinations of money other than logins. */
export type WorldAccount = `world:${'gifts' | 'payments' | 'usage' | 'promos' | 'fees' | 'purchases'}`

export async function worldAccount(db: Db, name: WorldAccount): Promise<number> {
  const row = await db.selectFrom('ledger_accounts').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return row.id
}

export async function insertAccount(db: Db, login_id: number, name: string): Promise<void> {
  await db.insertInto('ledger_accounts').values({ name, api_login_id: login_id }).execute()
}

/** Number of holds and age of the oldest, by the clock of the database. */
export async function holdMetrics(db: Db): Promise<{ holds: number; oldest_s: number; held_micros: number }> {
  const { rows } = await sql<{ now: Date; holds: number; first: string | null; held_micros: number }>`
    select now(), count(*)::integer as holds, (select id from ledger_holds order by id limit 1) as first,
        coalesce(sum(amount_micros), 0)::bigint as held_micros from ledger_holds`.execute(db)
  const [row] = rows
  if (!row) return { holds: 0, oldest_s: 0, held_micros: 0 }
  const since_ms = row.first === null ? row.now.getTime() : timeOfCall(row.first).getTime()
  return { holds: row.holds, oldest_s: Math.max(row.now.getTime() - since_ms, 0) / 1000, held_micros: row.held_micros }
}
