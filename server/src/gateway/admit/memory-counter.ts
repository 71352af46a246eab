import type { Ctx } from '#ctx/ctx.ts'
import { forgetOthers, loadsOf, saveLoads } from './admission-store.ts'
import { type Counter, MINUTE_MS } from './counter.ts'

interface Load {
  minute_ms: number
  calls: number
}

/**
 * Counts in memory, for the only process on its database. The counts are stored every second, so that a restart within a minute
 * does not reset that minute.
 */
export async function memoryCounter(ctx: Pick<Ctx, 'db' | 'clock'>, instance: string): Promise<Counter> {
  const running = new Map<number, number>()
  const loads = new Map<number, Load>()
  const unsaved = new Set<number>()
  const minuteNow = () => Math.floor(ctx.clock.now().getTime() / MINUTE_MS) * MINUTE_MS

  await forgetOthers(ctx.db, instance)
  for (const { login_id, minute, calls } of await loadsOf(ctx.db, new Date(minuteNow())))
    loads.set(login_id, { minute_ms: minute.getTime(), calls })

  async function save() {
    const rows = [...unsaved].flatMap((login_id) => {
      const load = loads.get(login_id)
      return load ? { login_id, minute: new Date(load.minute_ms), calls: load.calls } : []
    })
    unsaved.clear()
    if (rows.length > 0) await saveLoads(ctx.db, rows)
    const minute_ms = minuteNow()
    for (const [login_id, load] of loads) if (load.minute_ms < minute_ms) loads.delete(login_id)
  }

  return {
    async enter({ login_id, per_minute, simultaneous }) {
      const minute_ms = minuteNow()
      const known = loads.get(login_id)
      // When the clock is set back a little, calls count into the minute they were in.
      const isNow = known && known.minute_ms >= minute_ms && known.minute_ms <= minute_ms + MINUTE_MS
      const load = isNow ? known : { minute_ms, calls: 0 }
      const in_progress = running.get(login_id) ?? 0
      const by_minute = Math.max(per_minute - load.calls, 0)
      const is_in = by_minute > 0 && in_progress < simultaneous
      if (is_in) {
        load.calls += 1
        loads.set(login_id, load)
        running.set(login_id, in_progress + 1)
        unsaved.add(login_id)
      }
      return { by_minute, is_in }
    },
    leave({ login_id }) {
      const left = (running.get(login_id) ?? 1) - 1
      if (left > 0) running.set(login_id, left)
      else running.delete(login_id)
    },
    save,
    waiting: () => 0,
    health: () => ({ oldest_ms: 0, is_stalled: false, failure: undefined }),
    close: save,
  }
}
