import type { ApiCaller } from '#access/index.ts'
import type { BatchHealth } from '#db/batch.ts'

export type Limited = Pick<ApiCaller, 'login_id' | 'per_minute' | 'simultaneous'>

/** Room that the minute had before a call, and whether it was let in and counted. */
export interface Seen {
  by_minute: number
  is_in: boolean
}

/** Calls of a minute and calls under way, of each login. */
export interface Counter {
  enter(caller: Limited): Promise<Seen>
  leave(caller: Limited): void
  /** Every second: what a next process must know. */
  keep(): Promise<void>
  health(): BatchHealth
  waiting(): number
  close(): Promise<void>
}

export const MINUTE_MS = 60_000
