/** The path of the stream of changes, and its heartbeat interval; apart, since every page needs only these. */
export const LIVE_PATH = '/api/live'
export const LIVE_BEAT_MS = 20_000
