import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { Problem } from '@portico/contract/problem.ts'
import { errorCode, errorText } from './error-code.ts'
import type { Log } from './log.ts'

export interface BatchOptions<Item, Outcome> {
  /** One commit for all of them; the outcomes come in the same order. */
  commit(items: Item[], how: Attempt): Promise<Outcome[]>
  /** Two items with the same id never share a commit. */
  id(item: Item): string
  /** Whose rows it locks: when they are locked by somebody else, the others need not wait as well. */
  owner(item: Item): string | number
  /** Finishes what was begun: it is taken even when the queue is full. */
  isOwed?(item: Item): boolean
  log: Log
  max_items?: number
  max_waiting?: number
  /** How long to wait before each further try on a database that does not answer. */
  pauses_ms?: number[]
}

export interface Attempt {
  /** An earlier try ended without an answer and may have been committed all the same. */
  isUncertain: boolean
  /** Tried by itself after it failed in company. */
  isAlone: boolean
}

export interface Batch<Item, Outcome> {
  /** Resolves after the commit that carried the item. */
  add(item: Item): Promise<Outcome>
  figures(): { commits: number; items: number; waiting: number }
  /** Refuses what comes from now on and waits for what is there. */
  close(): Promise<void>
}

type Waiting<Item, Outcome> = { item: Item } & Omit<PromiseWithResolvers<Outcome>, 'promise'>

const LOCK_TIMEOUT = '55P03'
const GIVEN_UP = ['40001', '40P01']
const PAUSES_MS = [50, 100, 200, 400, 800, 1600]

/** Group commit without a timer: while one commit runs the next batch gathers, so a lone item never waits for company. */
export function openBatch<Item, Outcome>(options: BatchOptions<Item, Outcome>): Batch<Item, Outcome> {
  const { commit, id, owner, isOwed = () => false, log, max_items = 500, max_waiting = 10_000 } = options
  const { pauses_ms = PAUSES_MS } = options
  const counts = { commits: 0, items: 0 }
  let queue: Waiting<Item, Outcome>[] = []
  let running: Promise<void> | undefined
  let isClosed = false

  async function work() {
    // What arrives in the same turn of the event loop travels together.
    await turn()
    while (queue.length > 0) await commitTogether(take())
    running = undefined
  }

  function take() {
    const ids = new Set<string>()
    const taken = queue.slice(0, max_items).filter(({ item }) => !ids.has(id(item)) && ids.add(id(item)))
    const isTaken = new Set(taken)
    queue = taken.length === queue.length ? [] : queue.filter((one) => !isTaken.has(one))
    return taken
  }

  async function commitTogether(batch: Waiting<Item, Outcome>[]) {
    const how = { isUncertain: false, isAlone: false }
    try {
      await deliver(batch, how)
    } catch (e) {
      if (isLost(e)) return refuse(batch, e)
      log.warn({ reason: errorText(e), items: batch.length }, 'a group commit failed, trying its items one by one')
      await commitSingly(batch, how)
    }
  }

  async function commitSingly(batch: Waiting<Item, Outcome>[], how: Attempt) {
    const stuck = new Set<string | number>()
    for (const one of batch) {
      try {
        if (stuck.has(owner(one.item))) throw new Problem('busy')
        await deliver([one], { ...how, isAlone: true })
      } catch (e) {
        if (errorCode(e) === LOCK_TIMEOUT) stuck.add(owner(one.item))
        if (isLost(e) || errorCode(e) === LOCK_TIMEOUT) refuse([one], e)
        else one.reject(e)
      }
    }
  }

  async function deliver(batch: Waiting<Item, Outcome>[], how: Attempt) {
    const items = batch.map(({ item }) => item)
    const outcomes = await patiently(items, how)
    counts.commits += 1
    counts.items += items.length
    for (const [place, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[place]
      if (outcome === undefined) reject(new Error('a commit gave no outcome for an item'))
      else resolve(outcome)
    }
  }

  /** A database that restarts is waited for: the work is done already, only its booking is missing. */
  async function patiently(items: Item[], how: Attempt): Promise<Outcome[]> {
    for (const pause_ms of pauses_ms) {
      try {
        return await commit(items, how)
      } catch (e) {
        if (!isLost(e) && !GIVEN_UP.includes(errorCode(e) ?? '')) throw e
        how.isUncertain = true
      }
      await sleep(pause_ms)
    }
    return commit(items, how)
  }

  function refuse(batch: Waiting<Item, Outcome>[], cause: unknown) {
    log.error({ reason: errorText(cause), items: batch.length }, 'the database took no bookings')
    for (const { reject } of batch) reject(new Problem('busy'))
  }

  return {
    add(item) {
      if (isClosed || (queue.length >= max_waiting && !isOwed(item))) return Promise.reject(new Problem('busy'))
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      queue.push({ item, resolve, reject })
      running ??= work()
      return promise
    },
    figures: () => ({ ...counts, waiting: queue.length }),
    async close() {
      isClosed = true
      await running
    },
  }
}

/** No connection, no room, or only for readers: PostgreSQL said nothing about the items themselves. */
function isLost(e: unknown): boolean {
  const code = errorCode(e)
  if (code === undefined) return e instanceof Error && /connect|terminated|timeout/i.test(e.message)
  return /^(E[A-Z]+|08...|53...|57P0[1-5]|25006)$/.test(code)
}
