/** Where the stream of changes is, and how often it says that it is still there; apart, since every page needs no more. */
export const LIVE_PATH = '/api/live'
export const LIVE_BEAT_MS = 20_000
