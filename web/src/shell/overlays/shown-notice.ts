import type { Notice } from '@portico/contract/notices.ts'

/** The time after its end during which a window is still announced, by the server and by an open page. */
const LINGERS_MS = 30 * 60 * 1000
const MAX_CLOSED = 20

/** The first window that was not closed and is not long over. */
export function shownNotice(notices: Notice[], closed: string[], now_ms: number): Notice | undefined {
  return notices.find(({ id, ends_at }) => !closed.includes(id) && Date.parse(ends_at) + LINGERS_MS > now_ms)
}

/** Closing is remembered per window; the oldest are let go. */
export function closedWith(closed: string[], id: string): string[] {
  return [...closed.filter((one) => one !== id), id].slice(-MAX_CLOSED)
}
