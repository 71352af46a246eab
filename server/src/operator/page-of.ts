import { DAY_MS } from '@portico/contract/time.ts'
import { readCursor } from '#http/read-cursor.ts'

interface Typed {
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
}

/** UTC days, both included, and a cursor, as lists of the console take them. */
export function pageOf({ from, to, before }: Typed) {
  return {
    from: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS),
    before: readCursor(before),
  }
}
