import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>
type Column<T extends keyof Tables> = keyof Row<T> & string
type Key<T extends keyof Tables> = { [C in Column<T>]?: Row<T>[C] | Row<T>[C][] }

interface Ends<T extends keyof Tables> {
  /** When a row expires; rows without it never do. */
  expires?: Column<T>
  /** The column that a use fills; without one a use deletes the row. */
  used?: Column<T>
  /** The column that a withdrawal fills, where it is another. */
  revoked?: Column<T>
  /** Emptied with the end. */
  cleared?: Column<T>[]
}

/** Links, codes and begun sign-ins: rows that are good for one use. */
export function oneTime<T extends keyof Tables & string>(table: T, { expires, used, revoked, cleared = [] }: Ends<T>) {
  const ref = (column: string) => sql.ref(`${table}.${column}`)
  const ends = [used, revoked].flatMap((column) => column ?? [])
  const unused = all(ends.map((column) => sql<boolean>`${ref(column)} is null`))
  const isOpen = (now: Date) => (expires ? all([unused, sql<boolean>`${ref(expires)} > ${now}`]) : unused)

  async function finish(db: Db, column: string | undefined, matching: RawBuilder<boolean>, now: Date): Promise<number> {
    const emptied = cleared.map((name) => sql`, ${sql.ref(name)} = null`)
    const { numAffectedRows } = await (column === undefined
      ? sql`delete from ${sql.table(table)} where ${matching}`
      : sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now}${sql.join(emptied, sql``)} where ${matching}`
    ).execute(db)
    return Number(numAffectedRows ?? 0n)
  }

  return {
    unused,
    isOpen,
    /** The one statement that decides which of many concurrent uses wins. */
    use: async (db: Db, key: Key<T>, now: Date): Promise<boolean> =>
      (await finish(db, used, all([matches(key), isOpen(now)]), now)) === 1,
    /** Ends rows that are not used, expired or not; returns their number. */
    end: (db: Db, key: Key<T>, now: Date): Promise<number> =>
      finish(db, revoked ?? used, all([matches(key), unused]), now),
    deleteExpired: async (db: Db, before: Date): Promise<void> => {
      if (expires) await sql`delete from ${sql.table(table)} where ${ref(expires)} < ${before}`.execute(db)
    },
  }

  function matches(key: Key<T>): RawBuilder<boolean> {
    return all(
      Object.entries(key).map(([column, value]) =>
        Array.isArray(value) ? sql<boolean>`${ref(column)} = any (${value})` : sql<boolean>`${ref(column)} = ${value}`,
      ),
    )
  }
}

function all(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`
}

/** Counts a try before the code is compared, in a statement of its own, so that fifty parallel guesses are fifty tries. */
export async function countTry<T extends 'activation_codes' | 'email_changes'>(
  db: Db,
  table: T,
  user_id: number,
): Promise<Row<T> | undefined> {
  const { rows } = await sql<Row<T>>`
    update ${sql.table(table)} set tries = tries + 1 where user_id = ${user_id} returning *`.execute(db)
  return rows[0]
}
