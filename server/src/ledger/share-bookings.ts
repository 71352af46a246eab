import { DAY_MS } from '@portico/contract/time.ts'
import { newCallId, timeOfCall } from '#crypto/call-id.ts'
import type { SettleRow } from './meter-store.ts'

/**
 * Charged calls of one login, API and UTC day that are committed together get one booking. Its id is a new one: that of a call could
 * be in the ledger already, or come again.
 */
export function shareBookings(rows: SettleRow[]): SettleRow[] {
  const groups = Map.groupBy(rows, keyOf)
  const bookings = new Map<string, string>()
  for (const [key, [first, second]] of groups)
    if (first && second && key !== FREE) bookings.set(key, newCallId(timeOfCall(first.id)))
  if (bookings.size === 0) return rows
  return rows.map((row) => {
    const booking_id = bookings.get(keyOf(row))
    return booking_id === undefined ? row : { ...row, booking_id }
  })
}

const FREE = ''

function keyOf({ id, login_id, api, cost_micros }: SettleRow): string {
  return cost_micros === 0 ? FREE : `${login_id} ${Math.floor(timeOfCall(id).getTime() / DAY_MS)} ${api}`
}
