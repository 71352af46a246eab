import { CODE } from '@portico/contract/codes.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { newCallId, timeOfCall } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

type Table = keyof Tables & string
type Values = Record<string, readonly unknown[]>
type Combined<T extends Values> = { [K in keyof T]: T[K][number] }

/** A row for every combination of values: a query that loses one of its conditions finds other rows. */
export function combine<const T extends Values>(values: T): Combined<T>[] {
  return Object.entries(values).reduce<Record<string, unknown>[]>(
    (rows, [column, options]) => rows.flatMap((row) => options.map((option) => ({ ...row, [column]: option }))),
    [{}],
  ) as Combined<T>[]
}

/** Inserts rows and returns them whole, in the same order. */
export async function insertAll<T extends Table>(
  db: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<Selectable<Tables[T]>[]> {
  const inserted: unknown = await db
    .insertInto<Table>(table)
    .values(rows as never)
    .returningAll()
    .execute()
  return inserted as Selectable<Tables[T]>[]
}

/** Makes a change and undoes it. Returns the rows of the table that it changed or deleted, as they were before. */
export async function changedBy<T extends Table>(
  db: Db,
  table: T,
  change: (db: Db) => Promise<unknown>,
): Promise<Selectable<Tables[T]>[]> {
  const read = async (tx: Db) => (await tx.selectFrom<Table>(table).selectAll().execute()) as unknown[]
  let changed: unknown[] = []
  const undo = new Error('undone')
  await db
    .transaction()
    .execute(async (tx) => {
      const before = await read(tx)
      await change(tx)
      const after = new Set((await read(tx)).map((row) => JSON.stringify(row)))
      changed = before.filter((row) => !after.has(JSON.stringify(row)))
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return changed as Selectable<Tables[T]>[]
}

/** The ids of the rows that a statement locks until the end of its transaction. */
export async function lockedBy(
  db: Db,
  table: Table,
  lock: (db: Db) => Promise<unknown>,
  key = 'id',
): Promise<unknown[]> {
  return db.transaction().execute(async (tx) => {
    await lock(tx)
    const { rows } = await sql<{ id: unknown }>`
      select ${sql.ref(key)} as id from ${sql.table(table)}
        where ${sql.ref(key)} not in (select ${sql.ref(key)} from ${sql.table(table)} for update skip locked)`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  })
}

let number = 0

/** A user with an account and its logins, the personal one first. */
export async function insertAccount(db: Db, machines = 0, user: Partial<Insertable<Tables['users']>> = {}) {
  number += 1
  const name = `scene-${number}@example.com`
  const created_at = new Date('2026-01-01')
  const [made] = await insertAll(db, 'users', [
    { public_id: name, email: name, email_norm: name, name, created_at, status: 'active', ...user },
  ])
  const owner_id = made?.id ?? 0
  const kinds = ['personal', ...Array.from({ length: machines }, () => 'machine')] as ('personal' | 'machine')[]
  const logins = await insertAll(
    db,
    'api_logins',
    kinds.map((kind, index) => ({
      login: index === 0 ? name : `machine-${index}-${name}`,
      owner_id,
      kind,
      created_at,
    })),
  )
  return { id: owner_id, email: name, logins: logins.map(({ id }) => id) }
}

/** Rows of a call, of its request and of its error, for what only reads or erases them; nothing is booked. */
export function callAt(at: Date, login_id: number, owner_id: number) {
  const id = newCallId(at)
  const kind = { api: 'serp', function: 'google/organic', method: 'live' as const, is_sandbox: false }
  return {
    event: {
      ...{
        id,
        at: timeOfCall(id),
        login_id,
        owner_id,
        ...kind,
        priority: 1,
        path: '/v3',
        request_id: id,
        status_code: CODE.ok,
      },
      ...{ status_class: 'ok', http_status: 200, results: 0, cost_micros: 0, time_ms: 0, ip: '192.0.2.1', h2h: false },
    },
    params: { id, at: timeOfCall(id), request: '{}' },
    error: {
      ...{
        id,
        at: timeOfCall(id),
        login_id,
        ...kind,
        kind: 'request' as const,
        path: '/v3',
        code: CODE.unauthorized,
        class: 'auth',
      },
      ...{ message: 'Refused.', ip: '192.0.2.1' },
    },
  }
}
