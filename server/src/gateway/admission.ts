import type { ApiCaller } from '#access/room.ts'
import { openBatch } from '#db/batch.ts'
import type { Ctx } from '../ctx.ts'
import { type Ask, admitCalls, beat, forgetDead, forgetInstance, forgetOthers } from './admission-store.ts'

type Limited = Pick<ApiCaller, 'login_id' | 'per_minute' | 'simultaneous'>

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
  /** There is no other process: what one before us had under way need not run out. */
  startAlone(): Promise<void>
  /** Job, every hour: what killed processes left behind. */
  sweep(): Promise<void>
  close(): Promise<void>
}

type Item = { id: string; kind: 'enter' | 'leave'; caller: Limited }
type Outcome = { by_minute: number; by_running: number; is_in: boolean }

const MINUTE_MS = 60_000
const POLLS_FOR_A_CALL = 10

/**
 * How many calls a minute and at once, over all processes: counted in PostgreSQL in groups, as money is, so that calls
 * which come together cost one small statement.
 */
export function openAdmission(ctx: Pick<Ctx, 'db' | 'clock' | 'log'>, instance: string): Admission {
  const running = new Map<number, number>()
  let polls = { minute: 0, by_login: new Map<number, number>() }
  let count = 0

  const batch = openBatch<Item, Outcome>({
    log: ctx.log,
    id: ({ id }) => id,
    owner: ({ caller }) => caller.login_id,
    isOwed: ({ kind }) => kind === 'leave',
    commit: commitItems,
  })

  async function commitItems(items: Item[]): Promise<Outcome[]> {
    const asks = new Map<number, Ask>()
    for (const { kind, caller } of items) {
      const { login_id, per_minute, simultaneous } = caller
      const ask = asks.get(login_id) ?? {
        login_id,
        running: running.get(login_id) ?? 0,
        wanted: 0,
        per_minute,
        simultaneous,
      }
      if (kind === 'enter') ask.wanted += 1
      asks.set(login_id, ask)
    }
    const minute = new Date(Math.floor(ctx.clock.now().getTime() / MINUTE_MS) * MINUTE_MS)
    const rooms = new Map(
      (await admitCalls(ctx.db, instance, minute, [...asks.values()])).map((room) => [room.login_id, room]),
    )
    // First come, first served: each call that is let in leaves less room for those after it.
    return items.map(({ kind, caller }) => {
      const room = rooms.get(caller.login_id)
      if (kind === 'leave' || !room) return { by_minute: 0, by_running: 0, is_in: false }
      const is_in = room.by_minute > 0 && room.by_running > 0
      const seen = { by_minute: room.by_minute, by_running: room.by_running, is_in }
      if (is_in) {
        room.by_minute -= 1
        room.by_running -= 1
        running.set(caller.login_id, (running.get(caller.login_id) ?? 0) + 1)
      }
      return seen
    })
  }

  const nextId = () => {
    count += 1
    return String(count)
  }

  function leave(caller: Limited): void {
    const left = (running.get(caller.login_id) ?? 1) - 1
    if (left > 0) running.set(caller.login_id, left)
    else running.delete(caller.login_id)
    // Nobody waits for it; if it gets lost, the next call of this login says the same again.
    batch.add({ id: nextId(), kind: 'leave', caller }).catch(() => undefined)
  }

  return {
    instance,
    async enter(caller) {
      const { by_minute, is_in } = await batch.add({ id: nextId(), kind: 'enter', caller })
      const limit = caller.per_minute
      if (!is_in) return { ok: false, limit, code: by_minute > 0 ? 40209 : 40202 }
      let is_gone = false
      return {
        ok: true,
        limit,
        remaining: by_minute - 1,
        leave: () => {
          if (!is_gone) leave(caller)
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
    beat: () => beat(ctx.db, instance),
    startAlone: () => forgetOthers(ctx.db, instance),
    sweep: () => forgetDead(ctx.db),
    async close() {
      await batch.close()
      await forgetInstance(ctx.db, instance)
    },
  }
}
