const BUCKET_MS = 1000
const BUCKETS = 10
const FEWEST_CALLS = 20
/** Of fewer logins than these, failures may be their own doing. */
const FEWEST_LOGINS = 3
const REST_MS = 5000

export interface Breaker {
  /** Whether a call would be turned away now. */
  isOpen(): boolean
  /** Asks to make a call. While it rests, one call now and then is let through to see whether it is over. */
  enter(): boolean
  /** Whether the other side could be reached by a call of this login. */
  record(is_good: boolean, login_id: number): void
}

interface Bucket {
  at: number
  good: number
  bad: number
  failing: Set<number>
}

/**
 * Turns calls away at once when at least half of those of the last ten seconds failed, for several logins: waiting for them helps
 * nobody, and no customer can bring this about alone.
 */
export function createBreaker(now_ms: () => number = () => performance.now()): Breaker {
  let buckets: Bucket[] = []
  let next_try_ms: number | undefined

  const current = () => {
    const at = Math.floor(now_ms() / BUCKET_MS)
    buckets = buckets.filter((bucket) => bucket.at > at - BUCKETS)
    const last = buckets.at(-1)
    if (last?.at === at) return last
    const fresh = { at, good: 0, bad: 0, failing: new Set<number>() }
    buckets.push(fresh)
    return fresh
  }
  const isOpen = () => next_try_ms !== undefined && now_ms() < next_try_ms
  const isFailing = () => {
    const [good, bad] = [sum(buckets.map((one) => one.good)), sum(buckets.map((one) => one.bad))]
    const logins = new Set(buckets.flatMap(({ failing }) => [...failing]))
    return good + bad >= FEWEST_CALLS && bad >= good && logins.size >= FEWEST_LOGINS
  }
  return {
    isOpen,
    enter() {
      if (isOpen()) return false
      if (next_try_ms !== undefined) next_try_ms = now_ms() + REST_MS
      return true
    },
    record(is_good, login_id) {
      const bucket = current()
      if (!is_good) {
        bucket.bad += 1
        if (bucket.failing.size < FEWEST_LOGINS) bucket.failing.add(login_id)
        if (isFailing()) next_try_ms = now_ms() + REST_MS
        return
      }
      bucket.good += 1
      if (next_try_ms === undefined) return
      next_try_ms = undefined
      buckets = []
    },
  }
}

export interface Breakers {
  of(endpoint: string): Breaker
  /** Endpoints that are turned away now. */
  open(): string[]
  /** Whether nothing that was asked for since the start is let through. */
  areAllOpen(): boolean
}

/** One for each endpoint, which is a path of the catalogue: there are only so many. */
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
