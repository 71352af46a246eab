import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Returns the stored currency, and stores this one where there is none. */
export async function storedCurrency(db: Db, otherwise: string): Promise<string> {
  await sql`insert into books_currency (currency) values (${otherwise}) on conflict (id) do nothing`.execute(db)
  return (await db.selectFrom('books_currency').select('currency').executeTakeFirstOrThrow()).currency
}

export async function changeCurrency(db: Db, currency: string): Promise<void> {
  await db.updateTable('books_currency').set({ currency }).execute()
}
