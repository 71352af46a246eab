import type { SettleOutcome, SettleRequest } from '#ledger/index.ts'
import type { Gate } from '../gate.ts'
import { isDatabaseDown } from './booking-health.ts'

/** Bookings are committed within milliseconds; when one has waited this long, free calls do not wait behind it. */
const LATE_MS = 250

/** Records a call that cost nothing. While bookings wait it is answered all the same, and its row may be missing. */
export async function recordFree(
  { meter, ctx }: Pick<Gate, 'meter' | 'ctx'>,
  settle: SettleRequest,
): Promise<SettleOutcome | undefined> {
  const is_late = meter.health().oldest_ms > LATE_MS
  const recorded = meter.settle(settle).catch((error: unknown) => {
    if (!is_late && !isDatabaseDown(error)) throw error
    ctx.log.warn({ err: error, request_id: settle.usage.request_id }, 'free call answered without its row')
    return undefined
  })
  return is_late ? undefined : recorded
}
