/** Compares usage rows, rollups, ledger, balances, limits and holds in one snapshot; each discrepancy is one line. */
export { type BookProgress, type Books, checkBooks, checkBooksSince, dayAfter, movedDayFaults } from './check-books.ts'
/** Which days are closed, and the first that has bookings. */
export { firstDayOfBooks, lastClosedDay } from './checkpoint-store.ts'
/** Closes days that can receive no more bookings, so that a check need not begin at the first day. */
export { closeDays, overdueDay } from './close-days.ts'
/** Refuses to start in another currency than the one the books are in. */
export { keepCurrency } from './keep-currency.ts'
export { promoReturns, readLiabilities } from './liabilities-store.ts'
/** Revenue and other changes of balances in a period: totals, and by day, API, function, brand, country or customer. */
export { type RevenueMetrics, readRevenue } from './revenue.ts'
export type { CallCount } from './revenue-store.ts'
/** What calls were charged in a long period, from the sums of its closed days. */
export { usageOfDays } from './usage-of-days.ts'
/** What the calls of these days, or of a part of one day, were charged, and how many customers. */
export { usageBetween, usageUntil } from './usage-sum-store.ts'
