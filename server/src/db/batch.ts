import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { Problem } from '@portico/contract/problem.ts'
import { errorCode, errorText } from './error-code.ts'
import type { Log } from './log.ts'
import { watchStall } from './stall.ts'

export interface BatchOptions<Item, Outcome> {
  /** One commit for all of them; the outcomes come in the same order. */
  commit(items: Item[], how: Attempt): Promise<Outcome[]>
  /** Two items with the same id never share a commit. */
  id(item: Item): string
  /** The owner of the rows it locks: when another transaction holds those, the items of other owners need not wait. */
  owner(item: Item): string | number
  /** True for an item that finishes an earlier one: it is accepted even when the queue is full. */
  isOwed?(item: Item): boolean
  log: Log
  max_items?: number
  max_waiting?: number
  /** Pauses before each further try on a database that does not answer. */
  pauses_ms?: number[]
  /** When nothing was committed for this long, items that are not owed are refused instead of held. */
  timeout_ms?: number
  /** Called when an item was committed after its caller got a refusal. */
  onLate?(item: Item, outcome: Outcome): void
}

export interface Attempt {
  /** True where an earlier try ended without an answer and may have been committed all the same. */
  isUncertain: boolean
  /** True where it is tried alone after its group failed. */
  isAlone: boolean
}

export interface Batch<Item, Outcome> {
  /** Resolves after the commit that carried the item. */
  add(item: Item): Promise<Outcome>
  metrics(): { commits: number; items: number; waiting: number }
  health(): BatchHealth
  isStalled(): boolean
  /** Refuses new items and waits for the queued ones. */
  close(): Promise<void>
}

export interface BatchHealth {
  /** How long the oldest item has been waiting. */
  oldest_ms: number
  /** True while nothing is committed: new items are refused at once. */
  is_stalled: boolean
  /** The database's error of the last failed commit; undefined after a success, or after some seconds. */
  failure: string | undefined
}

type Waiting<Item, Outcome> = { item: Item; since_ms: number; is_answered: boolean } & Omit<
  PromiseWithResolvers<Outcome>,
  'promise'
>

const LOCK_TIMEOUT = '55P03'
const GIVEN_UP = ['40001', '40P01']
const PAUSES_MS = [50, 100, 200, 400, 800, 1600]
const TIMEOUT_MS = 1000
/** Tries end after this time: the caller gets an uncertain outcome. */
const LONGEST_MS = 10_000
const FAILURE_RECENT_MS = 5000
const GATHER_MS = 20

/** Group commit without a timer: while one commit runs the next batch gathers, so a lone item never waits for company. */
export function openBatch<Item, Outcome>(options: BatchOptions<Item, Outcome>): Batch<Item, Outcome> {
  const { commit, id, owner, isOwed = () => false, log, max_items = 500, max_waiting = 10_000 } = options
  const { pauses_ms = PAUSES_MS, timeout_ms = TIMEOUT_MS, onLate } = options
  const counts = { commits: 0, items: 0 }
  const stall = watchStall(timeout_ms, refuseWaiting)
  let failure: { text: string; at_ms: number } | undefined
  let queue: Waiting<Item, Outcome>[] = []
  let under_way: Waiting<Item, Outcome>[] = []
  let running: Promise<void> | undefined
  let isClosed = false

  async function work() {
    await gather()
    stall.begin()
    while (queue.length > 0) {
      under_way = take()
      await commitTogether(under_way)
      under_way = []
      await gather()
    }
    stall.end()
    running = undefined
  }

  /** As long as each turn of the event loop brings further items: a busy process saves commits, and in an idle one nothing waits. */
  async function gather() {
    const until_ms = now() + GATHER_MS
    let before: number
    do {
      before = queue.length
      await turn()
    } while (queue.length > before && queue.length < max_items && now() < until_ms)
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
      log.warn({ reason: errorText(e), items: batch.length }, 'group commit failed, retrying items one by one')
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
    stall.progress()
    failure = undefined
    for (const [index, { item, is_answered, resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined) reject(new Error('group commit returned no outcome for an item'))
      else if (is_answered) onLate?.(item, outcome)
      else resolve(outcome)
    }
  }

  /** Waits for a database that restarts: the work is done already, only its booking is missing. */
  async function patiently(items: Item[], how: Attempt): Promise<Outcome[]> {
    const since_ms = performance.now()
    for (const pause_ms of pauses_ms) {
      try {
        return await commit(items, how)
      } catch (e) {
        if (!isLost(e) && !GIVEN_UP.includes(errorCode(e) ?? '')) throw e
        how.isUncertain = true
        if (isLost(e)) failure = { text: errorText(e), at_ms: performance.now() }
        if (performance.now() - since_ms > LONGEST_MS) throw e
      }
      await sleep(pause_ms)
    }
    return commit(items, how)
  }

  function refuse(batch: Waiting<Item, Outcome>[], cause: unknown) {
    log.error({ reason: errorText(cause), items: batch.length }, 'ledger batch rejected')
    for (const { reject } of batch) reject(new Problem('busy'))
  }

  /** Items in flight may still be committed: for one that is refused now `onLate` undoes it. */
  function refuseWaiting() {
    const refused = [...queue, ...under_way].filter((one) => !one.is_answered && !isOwed(one.item))
    if (refused.length === 0) return
    log.error({ items: refused.length }, 'no commit within the timeout, refusing calls until one succeeds')
    for (const one of refused) {
      one.is_answered = true
      one.reject(new Problem('busy'))
    }
    queue = queue.filter(({ is_answered }) => !is_answered)
  }

  return {
    add(item) {
      const is_full = queue.length >= max_waiting || stall.isStalled()
      if (isClosed || (is_full && !isOwed(item))) return Promise.reject(new Problem('busy'))
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      queue.push({ item, resolve, reject, since_ms: performance.now(), is_answered: false })
      running ??= work()
      return promise
    },
    metrics: () => ({ ...counts, waiting: queue.length }),
    isStalled: stall.isStalled,
    health() {
      const oldest = Math.min(now(), ...[...under_way, ...queue.slice(0, 1)].map(({ since_ms }) => since_ms))
      const is_failing = failure !== undefined && now() - failure.at_ms < FAILURE_RECENT_MS
      return {
        oldest_ms: Math.round(now() - oldest),
        is_stalled: stall.isStalled(),
        failure: is_failing ? failure?.text : undefined,
      }
    },
    async close() {
      isClosed = true
      await running
    },
  }
}

const now = () => performance.now()

/** No connection, no space, or read-only: the error is not about the items themselves. */
function isLost(e: unknown): boolean {
  const code = errorCode(e)
  if (code === undefined) return e instanceof Error && /connect|terminated|timeout/i.test(e.message)
  return /^(E[A-Z]+|08...|53...|57P0[1-5]|25006)$/.test(code)
}
