import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { KEEP_ALIVE_MS } from './drop-silent.ts'
import { errorText } from './error-code.ts'
import type { Log } from './log.ts'

export interface Listener {
  notified(payload: string): void
  /** From now on everything is heard; what was said before, or while the connection was lost, was not. */
  opened(): void
  log: Log
  /** How long to wait before each further try; the last pause repeats. */
  pauses_ms?: readonly number[]
}

export interface Listening {
  close(): Promise<void>
}

const PAUSES_MS = [100, 500, 2_000, 5_000, 15_000]
const PROBE_MS = 30_000

/** One connection of its own that hears what is said on a channel, opened again whenever it breaks. */
export function listenOn(url: string, channel: string, ears: Listener): Listening {
  const { log, pauses_ms = PAUSES_MS } = ears
  const over = new AbortController()
  let client: pg.Client | undefined
  let failures = 0

  async function hearUntilLost() {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'portico listener',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
    })
    client = own
    const lost = Promise.withResolvers<void>()
    own.on('error', () => lost.resolve())
    own.on('end', () => lost.resolve())
    own.on('notification', ({ payload }) => payload && ears.notified(payload))
    // A connection whose other end is gone without a word looks like one on which nothing is said.
    const probe = setInterval(() => own.query('select 1').catch(() => lost.resolve()), PROBE_MS)
    try {
      await own.connect()
      await own.query(`listen ${own.escapeIdentifier(channel)}`)
      failures = 0
      ears.opened()
      await lost.promise
    } finally {
      clearInterval(probe)
      await own.end().catch(() => undefined)
    }
  }

  async function keepHearing() {
    while (!over.signal.aborted) {
      const reason = await hearUntilLost().catch(errorText)
      if (over.signal.aborted) return
      log.warn({ reason: reason ?? 'connection lost', channel }, 'LISTEN connection lost, reconnecting')
      const pause_ms = pauses_ms[Math.min(failures, pauses_ms.length - 1)] ?? 0
      failures += 1
      await sleep(pause_ms, undefined, { signal: over.signal }).catch(() => undefined)
    }
  }

  const running = keepHearing()
  return {
    async close() {
      over.abort()
      await client?.end().catch(() => undefined)
      await running
    },
  }
}
