import { DAY_MS } from '@portico/contract/time.ts'
import { RANGE_MAX_DAYS } from '@portico/contract/usage-range.ts'
import { isCallId, timeOfCall } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { CallRow } from './call-store.ts'
import { readStored } from './read-calls.ts'
import { paidSlice, type Slice } from './slice.ts'

/** The calls with this id, paid or of the sandbox, the newest first. */
export async function callsNamed(
  ctx: Pick<Ctx, 'db' | 'readAs' | 'moved' | 'clock'>,
  login_ids: number[],
  id: string,
  limit: number,
): Promise<CallRow[]> {
  const paid: Slice = { ...paidSlice(login_ids, rangeOf(ctx, id)), task_id: id }
  const page = { order: 'newest', after: undefined, limit } as const
  return ctx.moved.read(ctx, 'usage', paid.range[0], async () => {
    await ctx.moved.bringBackNamed('usage', id)
    const found = await Promise.all(
      [paid, { ...paid, is_sandbox: true }].map((slice) => readStored(ctx.db, slice, page)),
    )
    return found.flat()
  })
}

/** Our own ids contain their time; an id of the data source can be of any day that is shown. */
function rangeOf(ctx: Pick<Ctx, 'clock'>, id: string): Slice['range'] {
  const to_ms = ctx.clock.now().getTime() + 1
  if (!isCallId(id.toLowerCase())) return [to_ms - RANGE_MAX_DAYS * DAY_MS, to_ms]
  const at_ms = timeOfCall(id).getTime()
  return [at_ms, at_ms + DAY_MS]
}
