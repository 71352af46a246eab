const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Polls until there is a reply: at once, whenever the browser reports that it is online, and ever more rarely in
 * between.
 */
export async function untilOnline<T>(ask: () => Promise<T>, pause = pauseOrSign): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch {
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS))
    }
  }
}

function pauseOrSign(ms: number): Promise<void> {
  const page = window
  return new Promise((done) => {
    const go = () => {
      clearTimeout(timer)
      page.removeEventListener('online', go)
      done()
    }
    const timer = setTimeout(go, ms)
    page.addEventListener('online', go)
  })
}
