import type { Ctx } from '#ctx/ctx.ts'
import { openBatch } from '#db/batch.ts'
import { type Ask, admitCalls } from './admission-store.ts'
import { type Counter, type Limited, MINUTE_MS, type Seen } from './counter.ts'

export type CounterCtx = Pick<Ctx, 'db' | 'clock' | 'log'> & { env: Pick<Ctx['env'], 'booking_timeout_ms'> }
type Item = { id: string; kind: 'enter' | 'leave'; caller: Limited }

/**
 * Several processes: counted in PostgreSQL in groups, as money is, so that calls which come together cost one small
 * statement.
 */
export function postgresCounter(ctx: CounterCtx, instance: string): Counter {
  const running = new Map<number, number>()
  let count = 0

  const batch = openBatch<Item, Seen>({
    log: ctx.log,
    timeout_ms: ctx.env.booking_timeout_ms,
    id: ({ id }) => id,
    owner: ({ caller }) => caller.login_id,
    isOwed: ({ kind }) => kind === 'leave',
    commit: commitItems,
    onLate: ({ kind, caller }, { is_in }) => kind === 'enter' && is_in && leave(caller),
  })

  async function commitItems(items: Item[]): Promise<Seen[]> {
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
      (await admitCalls(ctx.db, instance, minute, [...asks.values()])).map((remaining) => [
        remaining.login_id,
        remaining,
      ]),
    )
    // First come, first served: each call that is let in leaves less room for those after it.
    return items.map(({ kind, caller }) => {
      const remaining = rooms.get(caller.login_id)
      if (kind === 'leave' || !remaining) return { by_minute: 0, is_in: false }
      const is_in = remaining.by_minute > 0 && remaining.by_running > 0
      const seen = { by_minute: remaining.by_minute, is_in }
      if (is_in) {
        remaining.by_minute -= 1
        remaining.by_running -= 1
        running.set(caller.login_id, (running.get(caller.login_id) ?? 0) + 1)
      }
      return seen
    })
  }

  const add = (kind: Item['kind'], caller: Limited) => {
    count += 1
    return batch.add({ id: String(count), kind, caller })
  }
  const leave = (caller: Limited) => {
    const left = (running.get(caller.login_id) ?? 1) - 1
    if (left > 0) running.set(caller.login_id, left)
    else running.delete(caller.login_id)
    // Nobody waits for it; if it gets lost, the next call of this login says the same again.
    add('leave', caller).catch(() => undefined)
  }
  return {
    enter: (caller) => add('enter', caller),
    leave,
    health: batch.health,
    waiting: () => batch.metrics().waiting,
    keep: async () => undefined,
    close: () => batch.close(),
  }
}
