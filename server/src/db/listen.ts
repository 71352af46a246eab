import { setTimeout as sleep } from 'node:timers/promises'
import { KEEP_ALIVE_MS } from './drop-silent.ts'
import { errorText } from './error-code.ts'
import type { Log } from './log.ts'
import { PrimaryClient } from './primary-client.ts'

export interface Listener {
  notified(payload: string): void
  /** From now on every message is received; earlier ones, and those during a lost connection, were not. */
  opened(): void
  log: Log
  /** Pauses before each further try; the last one repeats. */
  pauses_ms?: readonly number[]
}

export interface Listening {
  close(): Promise<void>
}

const PAUSES_MS = [100, 500, 2_000]
/** A recall of leased money must reach every process soon after a failover. */
const PROBE_MS = 5_000

/** A dedicated connection that receives messages of a channel, opened again whenever it breaks. */
export function listenOn(url: string, channel: string, ears: Listener): Listening {
  const { log, pauses_ms = PAUSES_MS } = ears
  const over = new AbortController()
  let client: PrimaryClient | undefined
  let failures = 0

  async function listenUntilLost() {
    const own = new PrimaryClient({
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
    // A connection whose other end is gone looks like one without messages.
    const probe = setInterval(() => own.query('select 1').catch(() => lost.resolve()), PROBE_MS)
    try {
      await own.connect()
      own.requirePrimary()
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
      const reason = await listenUntilLost().catch(errorText)
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
