const BUCKET_MS = 1000
const BUCKETS = 10
const FEWEST_CALLS = 20
/** Failures of fewer logins than this may be their own fault. */
const FEWEST_LOGINS = 3
const REST_MS = 5000
const PROBE_EVERY_MS = 1000

export interface Breaker {
  isOpen(): boolean
  /** Whether a call of this login would be made or refused; asking changes nothing. */
  mayEnter(login_id: number): boolean
  /** The same question for a call that is made now: it uses up a probe. */
  enter(login_id: number): boolean
  /** Records whether a call of this login reached the source. */
  record(is_good: boolean, login_id: number): void
}

interface Bucket {
  at: number
  good: number
  bad: number
}

interface Caller {
  /** Its last call failed. */
  is_failing: boolean
  at: number
}

/**
 * Opens when, within ten seconds, at least half of the calls failed and at least half of the logins that called fail. An open
 * breaker still lets logins through whose last call succeeded, and one probe a second by a login that has not called lately: a few
 * logins that make the source fail close an endpoint for themselves alone.
 */
export function createBreaker(now_ms: () => number = () => performance.now()): Breaker {
  let buckets: Bucket[] = []
  const callers = new Map<number, Caller>()
  let next_try_ms: number | undefined
  let next_probe_ms = 0

  const current = () => {
    const at = Math.floor(now_ms() / BUCKET_MS)
    const last = buckets.at(-1)
    if (last?.at === at) return last
    buckets = buckets.filter((bucket) => bucket.at > at - BUCKETS)
    for (const [login_id, caller] of callers) if (caller.at <= at - BUCKETS) callers.delete(login_id)
    const fresh = { at, good: 0, bad: 0 }
    buckets.push(fresh)
    return fresh
  }
  const isFailing = () => {
    const [good, bad] = [sum(buckets.map((one) => one.good)), sum(buckets.map((one) => one.bad))]
    if (good + bad < FEWEST_CALLS || bad < good) return false
    const failing = [...callers.values()].filter(({ is_failing }) => is_failing).length
    return failing >= FEWEST_LOGINS && failing * 2 >= callers.size
  }
  const wayIn = (login_id: number): 'closed' | 'succeeded' | 'probe' | 'next_try' | undefined => {
    if (next_try_ms === undefined) return 'closed'
    current()
    const caller = callers.get(login_id)
    if (caller && !caller.is_failing) return 'succeeded'
    if (!caller && now_ms() >= next_probe_ms) return 'probe'
    return now_ms() >= next_try_ms ? 'next_try' : undefined
  }
  return {
    isOpen: () => next_try_ms !== undefined && now_ms() < next_try_ms,
    mayEnter: (login_id) => wayIn(login_id) !== undefined,
    enter(login_id) {
      const way = wayIn(login_id)
      if (way === 'probe') next_probe_ms = now_ms() + PROBE_EVERY_MS
      if (way === 'next_try') next_try_ms = now_ms() + REST_MS
      return way !== undefined
    },
    record(is_good, login_id) {
      const bucket = current()
      bucket[is_good ? 'good' : 'bad'] += 1
      const is_news = callers.get(login_id)?.is_failing !== false
      callers.set(login_id, { is_failing: !is_good, at: bucket.at })
      if (!is_good && isFailing()) next_try_ms = now_ms() + REST_MS
      // A login that always succeeded proves nothing new about those that fail.
      if (!is_good || next_try_ms === undefined || !is_news) return
      next_try_ms = undefined
      buckets = []
      callers.clear()
      callers.set(login_id, { is_failing: false, at: bucket.at })
    },
  }
}

export interface Breakers {
  of(endpoint: string): Breaker
  /** Endpoints whose calls are refused now. */
  open(): string[]
  /** Whether every endpoint called since the start is refused. */
  areAllOpen(): boolean
}

/** One breaker for each endpoint; the number of catalogue paths is limited. */
export function createBreakers(now_ms?: () => number): Breakers {
  const by_endpoint = new Map<string, Breaker>()
  const open = () => [...by_endpoint].filter(([, breaker]) => breaker.isOpen()).map(([endpoint]) => endpoint)
  return {
    of(endpoint) {
      const breaker = by_endpoint.get(endpoint) ?? createBreaker(now_ms)
      by_endpoint.set(endpoint, breaker)
      return breaker
    },
    open,
    areAllOpen: () => by_endpoint.size > 0 && open().length === by_endpoint.size,
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
