import type { BatchHealth } from '#db/batch.ts'
import { beat, forgetDead, forgetInstance } from './admission-store.ts'
import { type Limited, MINUTE_MS } from './counter.ts'
import { memoryCounter } from './memory-counter.ts'
import { type CounterCtx, postgresCounter } from './postgres-counter.ts'

export type Entered = { limit: number } & (
  | { ok: true; remaining: number; leave(): void }
  | { ok: false; code: 40202 | 40209 }
)

export interface Admission {
  instance: string
  /** Lets a call in, or says which limit it met. Who was let in must leave. */
  enter(caller: Limited): Promise<Entered>
  /** Polling is free: it waits for nobody and has a bound of its own, which is ten times as high and only for this process. */
  enterPoll(caller: Limited): Entered
  /** Job, every second. */
  beat(): Promise<void>
  /** Job, every hour: what killed processes left behind. */
  sweep(): Promise<void>
  health(): BatchHealth & { beat_ms: number }
  waiting(): number
  close(): Promise<void>
}

export const POLLS_FOR_A_CALL = 10

/** How many calls a minute and at once, over all processes; where there is only this one, no database is asked. */
export async function openAdmission(ctx: CounterCtx, instance: string, is_alone: boolean): Promise<Admission> {
  const counter = is_alone ? await memoryCounter(ctx, instance) : postgresCounter(ctx, instance)
  let beaten_ms = performance.now()
  let polls = { minute: 0, by_login: new Map<number, number>() }
  return {
    instance,
    async enter(caller) {
      const { by_minute, is_in } = await counter.enter(caller)
      const limit = caller.per_minute
      if (!is_in) return { ok: false, limit, code: by_minute > 0 ? 40209 : 40202 }
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
      if (used > limit) return { ok: false, limit, code: 40202 }
      return { ok: true, limit, remaining: limit - used, leave: () => undefined }
    },
    async beat() {
      await beat(ctx.db, instance)
      beaten_ms = performance.now()
      await counter.keep()
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
