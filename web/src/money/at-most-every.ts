export interface Spaced {
  run(): void
  stop(): void
}

/** Runs `work` at once, then at most once per spacing and never twice at a time; runs requested meanwhile become one. */
export function atMostEvery(spacing_ms: number, work: () => Promise<void>): Spaced {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isDue = false
  let next_ms = 0

  function plan() {
    if (isDue && !isRunning) timer ??= setTimeout(begin, Math.max(0, next_ms - performance.now()))
  }

  async function begin() {
    timer = undefined
    isDue = false
    isRunning = true
    next_ms = performance.now() + spacing_ms
    await work()
    isRunning = false
    plan()
  }

  return {
    run() {
      isDue = true
      plan()
    },
    stop() {
      clearTimeout(timer)
      isRunning = true
    },
  }
}
