import type { Ctx } from '#ctx/ctx.ts'
import { openBatch } from '#db/batch.ts'
import type { Limited } from '../gate.ts'
import { type AdmitRequest, admitCalls } from './admission-store.ts'
import { type Admitted, type Counter, MINUTE_MS } from './counter.ts'

export type CounterCtx = Pick<Ctx, 'db' | 'clock' | 'log'> & { env: Pick<Ctx['env'], 'booking_timeout_ms'> }
type Item = { id: string; kind: 'enter' | 'leave'; caller: Limited }

/**
 * Counts in PostgreSQL, for several processes. Calls that arrive together are batched into one small statement, as bookings are.
 */
export function postgresCounter(ctx: CounterCtx, instance: string): Counter {
  const running = new Map<number, number>()
  let count = 0

  const batch = openBatch<Item, Admitted>({
    log: ctx.log,
    timeout_ms: ctx.env.booking_timeout_ms,
    id: ({ id }) => id,
    owner: ({ caller }) => caller.login_id,
    isOwed: ({ kind }) => kind === 'leave',
    commit: commitItems,
    onLate: ({ kind, caller }, { is_in }) => kind === 'enter' && is_in && leave(caller),
  })

  async function commitItems(items: Item[]): Promise<Admitted[]> {
    const requests = new Map<number, AdmitRequest>()
    for (const { kind, caller } of items) {
      const { login_id, per_minute, simultaneous } = caller
      const request = requests.get(login_id) ?? {
        login_id,
        running: running.get(login_id) ?? 0,
        wanted: 0,
        per_minute,
        simultaneous,
      }
      if (kind === 'enter') request.wanted += 1
      requests.set(login_id, request)
    }
    const minute = new Date(Math.floor(ctx.clock.now().getTime() / MINUTE_MS) * MINUTE_MS)
    const by_login = new Map(
      (await admitCalls(ctx.db, instance, minute, [...requests.values()])).map((remaining) => [
        remaining.login_id,
        remaining,
      ]),
    )
    // First come, first served: each admitted call leaves less for those after it.
    return items.map(({ kind, caller }) => {
      const remaining = by_login.get(caller.login_id)
      if (kind === 'leave' || !remaining) return { by_minute: 0, is_in: false }
      const is_in = remaining.by_minute > 0 && remaining.by_running > 0
      const admitted = { by_minute: remaining.by_minute, is_in }
      if (is_in) {
        remaining.by_minute -= 1
        remaining.by_running -= 1
        running.set(caller.login_id, (running.get(caller.login_id) ?? 0) + 1)
      }
      return admitted
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
    // No caller waits for this; if it is lost, the next call of this login sends the current number again.
    add('leave', caller).catch(() => undefined)
  }
  return {
    enter: (caller) => add('enter', caller),
    leave,
    health: batch.health,
    waiting: () => batch.metrics().waiting,
    save: async () => undefined,
    close: () => batch.close(),
  }
}
