/** The path of the stream of changes, and its heartbeat interval; apart, since every page needs only these. */
export const LIVE_PATH = '/api/live'
/** The same for the console: an event whenever anything changed for any customer. */
export const STAFF_LIVE_PATH = '/api/operator/live'
export const LIVE_BEAT_MS = 20_000
