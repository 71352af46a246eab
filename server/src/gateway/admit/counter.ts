import type { BatchHealth } from '#db/batch.ts'
import type { Limited } from '../gate.ts'

/** Calls left in the minute before this one, and whether it was admitted and counted. */
export interface Admitted {
  by_minute: number
  is_in: boolean
}

/** Counts each login's calls per minute and calls in progress. */
export interface Counter {
  enter(caller: Limited): Promise<Admitted>
  leave(caller: Limited): void
  /** Every second: stores the counts that the next process needs. */
  save(): Promise<void>
  health(): BatchHealth
  waiting(): number
  close(): Promise<void>
}

export const MINUTE_MS = 60_000
