import { setTimeout as sleep } from 'node:timers/promises'
import type { Micros } from '@portico/contract/money.ts'
import type { Volume } from '@portico/contract/price-rates.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { errorText } from '#db/error-code.ts'
import { deleteBegun, insertBegun, type Progress, updateBegun } from './begun-store.ts'
import type { Meter } from './meter.ts'
import { type SettleRequest, settleRow } from './metered-call.ts'

const EVERY_MS = 1000

export interface BegunCalls {
  /** Stores what is charged if this process dies now. Its hold must be in the database already. */
  begin(least: SettleRequest & { used?: Volume }): Promise<void>
  /** Stored within a second, together with that of other calls. */
  progress(progress: Progress): void
  /**
   * Books the call; while the database does not answer it is tried again, because its answer has been delivered. `price` counts a
   * call whose price depends on its month.
   */
  end(settle: SettleRequest, price?: () => Promise<Micros>): Promise<void>
  /** Number of calls begun and not booked. */
  open(): number
  /** Waits for bookings in progress, at most so long; what is left is booked by another process. */
  close(timeout_ms: number): Promise<void>
}

/** Calls whose answers are passed on as they come, so that they are charged before they are complete. */
export function openBegunCalls(ctx: Pick<Ctx, 'db' | 'log'>, meter: Pick<Meter, 'settle' | 'own'>): BegunCalls {
  const begun = new Set<string>()
  const latest = new Map<string, Progress>()
  const ending = new Set<Promise<void>>()
  const stop = new AbortController()
  let is_writing = false

  const writing = setInterval(async () => {
    if (is_writing || latest.size === 0) return
    is_writing = true
    const progress = [...latest.values()]
    latest.clear()
    await updateBegun(ctx.db, progress).catch((error) => {
      ctx.log.warn({ calls: progress.length, reason: errorText(error) }, 'progress of streams not stored')
      // A newer value may have come in the meantime.
      for (const one of progress) if (begun.has(one.id) && !latest.has(one.id)) latest.set(one.id, one)
    })
    is_writing = false
  }, EVERY_MS)
  writing.unref()

  async function book(settle: SettleRequest, price?: () => Promise<Micros>): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        const booked = await meter.settle(price ? { ...settle, cost_micros: await price() } : settle)
        if (!booked.ok) ctx.log.error({ id: settle.id, reason: booked.reason }, 'stream was not booked')
        if (begun.has(settle.id)) await deleteBegun(ctx.db, [settle.id])
        return
      } catch (error) {
        ctx.log.warn({ id: settle.id, reason: errorText(error) }, 'stream not booked, retrying')
        await sleep(EVERY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  return {
    async begin({ used, ...least }) {
      await meter.own(least.id)
      await insertBegun(ctx.db, { ...settleRow({ ...least, request: undefined }), ...(used && { used }) })
      begun.add(least.id)
    },
    progress(progress) {
      if (begun.has(progress.id)) latest.set(progress.id, { ...progress, time_ms: Math.round(progress.time_ms) })
    },
    end(settle, price) {
      latest.delete(settle.id)
      const booking = book(settle, price).finally(() => {
        begun.delete(settle.id)
        ending.delete(booking)
      })
      ending.add(booking)
      return booking
    },
    open: () => begun.size,
    async close(timeout_ms) {
      clearInterval(writing)
      const timer = setTimeout(() => stop.abort(), timeout_ms)
      await Promise.all(ending)
      clearTimeout(timer)
    },
  }
}
