const BUCKET_MS = 1000
const BUCKETS = 10
const FEWEST_CALLS = 20
const REST_MS = 5000

export interface Breaker {
  /** Whether a call would be turned away now. */
  isOpen(): boolean
  /** Asks to make a call. While it rests, one call now and then is let through to see whether it is over. */
  enter(): boolean
  record(is_good: boolean): void
}

/** Turns calls away at once when at least half of those of the last ten seconds failed: waiting for them helps nobody. */
export function createBreaker(now_ms: () => number = () => performance.now()): Breaker {
  let buckets: { at: number; good: number; bad: number }[] = []
  let next_try_ms: number | undefined

  const current = () => {
    const at = Math.floor(now_ms() / BUCKET_MS)
    buckets = buckets.filter((bucket) => bucket.at > at - BUCKETS)
    const last = buckets.at(-1)
    if (last?.at === at) return last
    const fresh = { at, good: 0, bad: 0 }
    buckets.push(fresh)
    return fresh
  }
  const isOpen = () => next_try_ms !== undefined && now_ms() < next_try_ms
  return {
    isOpen,
    enter() {
      if (isOpen()) return false
      if (next_try_ms !== undefined) next_try_ms = now_ms() + REST_MS
      return true
    },
    record(is_good) {
      const bucket = current()
      if (is_good) bucket.good += 1
      else bucket.bad += 1
      if (is_good && next_try_ms !== undefined) {
        next_try_ms = undefined
        buckets = []
        return
      }
      const [good, bad] = [sum(buckets.map((one) => one.good)), sum(buckets.map((one) => one.bad))]
      if (!is_good && good + bad >= FEWEST_CALLS && bad >= good) next_try_ms = now_ms() + REST_MS
    },
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
