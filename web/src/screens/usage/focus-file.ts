import { billingFiles } from '@portico/contract/billing.ts'
import { type Range, rangeMs } from '@portico/contract/usage-range.ts'
import { readFile } from '#lib/api.ts'
import { utcDay } from '#ui/text/utc-days.ts'

/** The cost of a range's days for the whole account, as FOCUS 1.2: the format has none of our filters. */
export async function focusFile(range: Range, signal: AbortSignal) {
  const { from_ms, to_ms } = rangeMs(range)
  const [from, to] = [utcDay(from_ms), utcDay(to_ms - 1)]
  const address = `${billingFiles.focus.path}?${new URLSearchParams({ from, to })}`
  return { name: `focus-1.2-${from}-${to}.csv`, file: await readFile(address, () => undefined, signal) }
}
