import { sql } from 'kysely'
import type { DayRates } from '#ctx/billing.ts'
import type { Db } from '#db/db.ts'

/** A later publication for a day replaces the earlier one. */
export async function putRates(db: Db, days: DayRates[]): Promise<void> {
  const pairs = days.flatMap(({ day, per_euro }) =>
    Object.entries(per_euro).map(([currency, rate]) => ({ day, currency, per_euro: rate })),
  )
  // Files of a folder overlap: one statement may write a row only once.
  const rows = [...new Map(pairs.map((row) => [`${row.day} ${row.currency}`, row])).values()]
  for (let at = 0; at < rows.length; at += 1000)
    await db
      .insertInto('exchange_rates')
      .values(rows.slice(at, at + 1000))
      .onConflict((on) =>
        on.columns(['day', 'currency']).doUpdateSet(({ ref }) => ({ per_euro: ref('excluded.per_euro') })),
      )
      .execute()
}

/** The newest day on or before one that has all of these currencies. */
export async function ratesBefore(db: Db, day: string, currencies: string[]): Promise<DayRates | undefined> {
  const found = await db
    .selectFrom('exchange_rates')
    .select('day')
    .where('day', '<=', day)
    .where('currency', 'in', currencies)
    .groupBy('day')
    .having(sql<boolean>`count(*) = ${currencies.length}`)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const rows = await db
    .selectFrom('exchange_rates')
    .select(['currency', 'per_euro'])
    .where('day', '=', found.day)
    .where('currency', 'in', currencies)
    .execute()
  return { day: found.day, per_euro: Object.fromEntries(rows.map(({ currency, per_euro }) => [currency, per_euro])) }
}
