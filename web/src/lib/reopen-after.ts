const FIRST_MS = 5_000
const LONGEST_MS = 5 * 60_000

/**
 * The pause after a refused or silent stream: it doubles each time, half of it random so that pages do not reconnect
 * together.
 */
export function reopenAfter(failures: number, random: number): number {
  const pause_ms = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS)
  return Math.round(pause_ms * (0.5 + random / 2))
}
