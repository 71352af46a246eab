const TICK_MS = 100

export interface StallWatch {
  /** An item is waiting from now on. */
  begin(): void
  /** An item was done. */
  progress(): void
  /** Nothing waits any more. */
  end(): void
  isStalled(): boolean
}

/**
 * Calls `onStall` when nothing was done for `timeout_ms` although something waits. Counted in ticks of the event loop:
 * a process that was itself held up must not mistake unread answers for missing ones.
 */
export function watchStall(timeout_ms: number, onStall: () => void): StallWatch {
  const most = Math.ceil(timeout_ms / TICK_MS)
  let ticks = 0
  let timer: NodeJS.Timeout | undefined
  return {
    begin() {
      ticks = 0
      timer ??= setInterval(() => {
        ticks += 1
        if (ticks === most) onStall()
      }, TICK_MS)
    },
    progress() {
      ticks = 0
    },
    end() {
      clearInterval(timer)
      timer = undefined
      ticks = 0
    },
    isStalled: () => ticks >= most,
  }
}
