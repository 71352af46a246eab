import { CODE } from '@portico/contract/codes.ts'
import type { Admission } from '../gate.ts'
import { beat, forgetDead, forgetInstance } from './admission-store.ts'
import { MINUTE_MS } from './counter.ts'
import { memoryCounter } from './memory-counter.ts'
import { type CounterCtx, postgresCounter } from './postgres-counter.ts'
import { releasePredecessors } from './watch-dead.ts'

export const POLLS_FOR_A_CALL = 10

/** Enforces calls per minute and simultaneous calls over all processes; a single process counts in memory. */
export async function openAdmission(ctx: CounterCtx, instance: string, is_alone: boolean): Promise<Admission> {
  if (is_alone) await releasePredecessors(ctx, instance)
  const counter = is_alone ? await memoryCounter(ctx, instance) : postgresCounter(ctx, instance)
  let beaten_ms = performance.now()
  let polls = { minute: 0, by_login: new Map<number, number>() }
  return {
    instance,
    async enter(caller) {
      const { by_minute, is_in } = await counter.enter(caller)
      const limit = caller.per_minute
      if (!is_in) return { ok: false, limit, code: by_minute > 0 ? CODE.tooManyAtOnce : CODE.rateLimit }
      let is_gone = false
      return {
        ok: true,
        limit,
        remaining: by_minute - 1,
        leave: () => {
          if (!is_gone) counter.leave(caller)
          is_gone = true
        },
      }
    },
    enterPoll({ login_id, per_minute }) {
      const minute = Math.floor(ctx.clock.now().getTime() / MINUTE_MS)
      if (polls.minute !== minute) polls = { minute, by_login: new Map() }
      const used = (polls.by_login.get(login_id) ?? 0) + 1
      polls.by_login.set(login_id, used)
      const limit = per_minute * POLLS_FOR_A_CALL
      if (used > limit) return { ok: false, limit, code: CODE.rateLimit }
      return { ok: true, limit, remaining: limit - used, leave: () => undefined }
    },
    async beat() {
      await beat(ctx.db, instance)
      beaten_ms = performance.now()
      await counter.save()
    },
    waiting: counter.waiting,
    health: () => ({ ...counter.health(), beat_ms: performance.now() - beaten_ms }),
    sweep: () => forgetDead(ctx.db),
    async close() {
      await counter.close()
      await forgetInstance(ctx.db, instance)
    },
  }
}
