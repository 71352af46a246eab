export interface Throttle {
  /** Runs at once after a pause, otherwise as soon as the spacing allows; many triggers become one run. */
  trigger(): void
  stop(): void
}

/** Runs `work` one at a time, with at least the spacing between two starts. */
export function throttle(spacing_ms: number, work: () => Promise<void>): Throttle {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isPending = false
  let isOver = false
  let next_ms = 0

  function plan() {
    if (!isPending || isRunning || timer || isOver) return
    timer = setTimeout(run, Math.max(0, next_ms - performance.now()))
  }

  async function run() {
    timer = undefined
    isPending = false
    isRunning = true
    next_ms = performance.now() + spacing_ms
    await work()
    isRunning = false
    plan()
  }

  return {
    trigger() {
      isPending = true
      plan()
    },
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
