import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@portico/contract/problem.ts'

/**
 * A form sends what it was opened with beside what it saves: where that is no longer what is saved, it would undo
 * another session's change unseen. Call it under the lock of what is saved.
 */
export function checkSeen<T>(seen: T | undefined, saved: T): void {
  if (seen !== undefined && !isDeepStrictEqual(seen, saved)) throw new Problem('values_changed')
}
