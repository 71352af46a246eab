import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Span } from './claim-store.ts'
import type { Log } from './log.ts'

/** Work that waits in a table until it is due; any number of processes share it. */
export interface Queue<Row> {
  name: string
  /** The most that runs at once in this process. */
  most: number
  /** How long a claim lasts: then another process takes the row. */
  lease_ms: number
  claim(span: Span): Promise<Row[]>
  /** Never rejects: a row that cannot be finished is put back. */
  run(row: Row): Promise<void>
  /** When the next row becomes due after this moment; rows that are due already wait for others to end. */
  nextDue(after: Date): Promise<Date | undefined>
  /** How long a stop waits for work in progress. */
  stop_timeout_ms?: number
}

export interface Loop {
  wake(): void
  stop(): Promise<void>
}

/** Pauses between retries of webhooks, alerts and events: short at first, for a server that restarts. */
export const PAUSES_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]

/** When to try again after this many tries; undefined when it is given up. */
export function nextTry(tries: number, now: Date, pauses_ms = PAUSES_MS): Date | undefined {
  const pause_ms = pauses_ms[tries - 1]
  return pause_ms === undefined ? undefined : new Date(now.getTime() + pause_ms)
}

const LONG_AGO = new Date(0)
const LOOK_EVERY_MS = 1000
const AFTER_FAILURE_MS = 5000
const STOP_TIMEOUT_MS = 3000

interface LoopCtx {
  clock: { now(): Date }
}

export function startLoop<Row>(ctx: LoopCtx & { log: Log }, queue: Queue<Row>): Loop {
  const under_way = new Set<Promise<void>>()
  let is_stopping = false
  let is_rung = false
  let ring = () => {}

  const wake = () => {
    is_rung = true
    ring()
  }
  const pause = async (ms: number) => {
    if (is_rung || is_stopping) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    ring = resolve
    await promise
    clearTimeout(timer)
  }
  const begin = (row: Row) => {
    const running = queue.run(row).finally(() => {
      under_way.delete(running)
      wake()
    })
    under_way.add(running)
  }
  const look = async (): Promise<number> => {
    const now = ctx.clock.now()
    // An idle process takes no lock and writes nothing.
    let due = await queue.nextDue(LONG_AGO)
    if (due && due <= now) {
      const rows = await claim(ctx, queue, queue.most - under_way.size)
      rows.forEach(begin)
      due = await queue.nextDue(now)
    }
    const until_ms = due ? due.getTime() - ctx.clock.now().getTime() : LOOK_EVERY_MS
    return under_way.size >= queue.most ? LOOK_EVERY_MS : Math.min(Math.max(until_ms, 5), LOOK_EVERY_MS)
  }
  const run = async () => {
    while (!is_stopping) {
      let pause_ms = AFTER_FAILURE_MS
      is_rung = false
      try {
        pause_ms = under_way.size < queue.most ? await look() : LOOK_EVERY_MS
      } catch (error) {
        ctx.log.warn({ err: error }, `${queue.name} cannot be read`)
      }
      await pause(pause_ms)
    }
  }
  const running = run()
  return {
    wake,
    stop: async () => {
      is_stopping = true
      wake()
      await running
      await patiently(Promise.all(under_way), queue.stop_timeout_ms ?? STOP_TIMEOUT_MS)
    },
  }
}

/** Runs everything due now, in rounds, until nothing is left; returns the number of rows. */
export async function runDue<Row>(ctx: LoopCtx, queue: Queue<Row>): Promise<number> {
  let done = 0
  for (;;) {
    const rows = await claim(ctx, queue, queue.most)
    if (rows.length === 0) return done
    await Promise.all(rows.map((row) => queue.run(row)))
    done += rows.length
  }
}

function claim<Row>({ clock }: LoopCtx, queue: Queue<Row>, limit: number): Promise<Row[]> {
  const now = clock.now()
  return queue.claim({ now, until: new Date(now.getTime() + queue.lease_ms), limit })
}

/** Work still running then is taken up by another process after its lease. */
async function patiently(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise])
  clearTimeout(timer)
}
