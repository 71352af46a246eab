import { sweepAuth } from '#auth/room.ts'
import { forgetWindows } from '#http/limits-store.ts'
import { sessionLimits } from '#http/session.ts'
import { deleteStaleSessions } from '#http/session-store.ts'
import { deleteOldMail } from '#mail/room.ts'
import { discardOldSignUps } from '#users/room.ts'
import type { Ctx } from './ctx.ts'

const HOUR_MS = 60 * 60 * 1000

/** What is done by the clock and not by a request. Returns how to stop it. */
export function startJobs(ctx: Ctx): () => void {
  const sweep = async () => {
    try {
      await deleteStaleSessions(ctx.db, sessionLimits(ctx))
      await sweepAuth(ctx)
      await discardOldSignUps(ctx)
      await deleteOldMail(ctx.db, new Date(ctx.clock.now().getTime() - 30 * 24 * HOUR_MS))
      await forgetWindows(ctx.db, new Date(ctx.clock.now().getTime() - 24 * HOUR_MS))
    } catch (error) {
      ctx.log.warn({ err: error }, 'hourly sweep failed, next one in an hour')
    }
  }
  const timer = setInterval(sweep, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
