import type { PassThrough } from 'node:stream'
import type { Ctx, Session } from '#ctx/ctx.ts'
import { eventsTo, type Stream, type Turns } from './stream.ts'
import { throttle } from './throttle.ts'

/** A page of the console reads sums of all customers after each event. */
const SPACING_MS = 2_000

/** The stream of a page of the console: it concerns every booking, and has no word about any. */
export function openStaffStream(
  ctx: Ctx,
  { token_hash, user_id }: Session,
  out: PassThrough,
  { inTurn, isStaff }: { inTurn: Turns; isStaff: (session: Session) => Promise<boolean> },
): Stream {
  const { send, end, beat, whileSignedIn } = eventsTo(ctx, token_hash, out, {
    inTurn,
    admits: isStaff,
    onEnd: () => pace.stop(),
  })
  const pace = throttle(SPACING_MS, () => whileSignedIn(async () => send('changed', {})))
  return {
    user_id,
    session: token_hash.toString('hex'),
    concerns: () => true,
    trigger: pace.trigger,
    notice: pace.trigger,
    inbox: () => {},
    beat,
    end,
  }
}
