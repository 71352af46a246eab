export interface Throttle {
  /** Runs soon: at once after a silence, otherwise as soon as the spacing allows; many wishes become one run. */
  trigger(): void
  stop(): void
}

/** Runs the work one at a time and never closer together than this. */
export function throttle(spacing_ms: number, work: () => Promise<void>): Throttle {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isWished = false
  let isOver = false
  let next_ms = 0

  function plan() {
    if (!isWished || isRunning || timer || isOver) return
    timer = setTimeout(run, Math.max(0, next_ms - performance.now()))
  }

  async function run() {
    timer = undefined
    isWished = false
    isRunning = true
    next_ms = performance.now() + spacing_ms
    await work()
    isRunning = false
    plan()
  }

  return {
    trigger() {
      isWished = true
      plan()
    },
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
