import { type Currency, DEFAULT_CURRENCY } from '@portico/contract/currency.ts'
import type { Db } from '#db/db.ts'
import { hasUsers } from '#db/key-ring-store.ts'
import { startProblem } from '#db/start-problem.ts'
import { changeCurrency, storedCurrency } from './currency-store.ts'

/** Amounts are stored without a currency: another setting would turn each of them into another amount. */
export async function keepCurrency(db: Db, currency: Currency): Promise<void> {
  const is_used = await hasUsers(db)
  // Books older than the currency setting.
  const stored = await storedCurrency(db, is_used ? DEFAULT_CURRENCY : currency)
  if (stored === currency) return
  if (is_used)
    throw startProblem(
      `CURRENCY is ${currency}, but the books of this database are kept in ${stored}. Set CURRENCY=${stored}; to sell in ${currency}, start with an empty database.`,
    )
  await changeCurrency(db, currency)
}
