import type pg from 'pg'
import { errorCode } from './error-code.ts'
import type { Log } from './log.ts'
import { isLate, openReplica, type Replica, type ReplicaAddress, type ReplicaDb, type ReplicaState } from './replica.ts'
import { beat, type Position, positionOf } from './replica-position.ts'
import { isUnavailable } from './unavailable.ts'

const PROBE_MS = 1000
const CONFLICT = '40001'
const TOO_LONG = '57014'
const PRIMARY = 'primary'

export interface ReplicaReport {
  replica: string
  state: ReplicaState
  lag_s: number | undefined
}

/** Replicas that answer what only reads. */
export interface Replicas {
  /**
   * Runs on a replica that shows everything acknowledged before this call, by whichever instance; on the primary where
   * none does in time, and again there where the replica fails meanwhile. It must only read.
   */
  read<C extends ReplicaDb, T>(ctx: C, run: (ctx: C) => Promise<T>): Promise<T>
  report(): ReplicaReport[]
  /** Reads by where they were answered: the primary, or a replica by its host. */
  reads(): ReadonlyMap<string, number>
  close(): Promise<void>
}

export function openReplicas(
  primary: pg.Pool,
  addresses: ReplicaAddress[],
  log: Log,
  { probe_ms = PROBE_MS, ...size }: { max: number; readers: number; probe_ms?: number },
): Replicas {
  const replicas = addresses.map((address) => openReplica(address, log, size))
  const position = coalesced(() => positionOf(primary))
  const reads = new Map([PRIMARY, ...replicas.map(({ location }) => location)].map((name) => [name, 0]))
  const count = (name: string) => reads.set(name, (reads.get(name) ?? 0) + 1)
  let turn = 0

  async function probe() {
    const now = await beat(primary)
    const { history } = await position()
    await Promise.all(replicas.map((replica) => replica.probe(now, history)))
  }
  let probing = Promise.resolve()
  let is_busy = false
  const look = () => {
    if (is_busy) return
    is_busy = true
    // Without the primary nothing can be compared; its own metrics show that it is away.
    probing = probe()
      .catch(() => undefined)
      .finally(() => {
        is_busy = false
      })
  }
  look()
  const timer = setInterval(look, probe_ms)
  timer.unref()

  /** The replicas in turn; one that is not there in time is left out until it is seen well again. */
  async function choose(): Promise<{ replica: Replica; on: ReplicaDb } | undefined> {
    const serving = replicas.filter((one) => one.facts().state === 'serving')
    if (serving.length === 0) return undefined
    const needed: Position | undefined = await position().catch(() => undefined)
    turn += 1
    for (let step = 0; needed && step < serving.length; step += 1) {
      const replica = serving[(turn + step) % serving.length]
      const on = await replica?.at(needed).catch((error) => void replica.leaveOut(error))
      if (replica && on) return { replica, on }
    }
    return undefined
  }

  return {
    async read(ctx, run) {
      const chosen = await choose()
      if (chosen) {
        const { replica, on } = chosen
        try {
          const result = await run({ ...ctx, ...on })
          count(replica.location)
          return result
        } catch (error) {
          if (!isOfReplica(error)) {
            // A refusal is an answer, too.
            count(replica.location)
            throw error
          }
          if (errorCode(error) !== CONFLICT) replica.leaveOut(error)
        }
      }
      count(PRIMARY)
      return run(ctx)
    },
    report: () => replicas.map(({ location, facts }) => ({ replica: location, ...facts() })),
    reads: () => reads,
    async close() {
      clearInterval(timer)
      await probing
      await Promise.all(replicas.map((one) => one.close()))
    },
  }
}

/** A failure the primary would not have; a statement that takes too long would take as long there. */
function isOfReplica(error: unknown): boolean {
  return isLate(error) || (isUnavailable(error) && errorCode(error) !== TOO_LONG)
}

/** Joins callers that wait at the same time, always with a query that was sent after their call. */
function coalesced<T>(ask: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  let running: Promise<unknown> = Promise.resolve()
  async function askNext(): Promise<T> {
    await running
    next = undefined
    const answer = ask()
    running = answer.catch(() => undefined)
    return answer
  }
  return () => {
    next ??= askNext()
    return next
  }
}
