import type { ReadAs } from '#db/reader.ts'

export type MovedKind = 'usage' | 'errors'

/** Days whose rows are in files. Rows that are read return to their table for a while. */
export interface MovedDays {
  /** The end of the last moved day in milliseconds; 0: none was moved. */
  until(kind: MovedKind): Promise<number>
  /** Whether this time is of a moved day. Of a recent one it costs nothing. */
  has(kind: MovedKind, at_ms: number): Promise<boolean>
  /**
   * Runs a read of a time from `since_ms` on with the end of the moved days, and again if a day was moved meanwhile. On a
   * replica it fails so that the primary is read instead. A read of recent days costs nothing.
   */
  read<T>(
    reader: { readAs: ReadAs },
    kind: MovedKind,
    since_ms: number,
    read: (until_ms: number) => Promise<T>,
  ): Promise<T>
  /** Rows of these logins and times are in their table when it returns. Refuses more than one request may bring back. */
  bringBack(kind: MovedKind, login_ids: number[], spans: (readonly [from_ms: number, to_ms: number])[]): Promise<void>
  /** The same for the call that has this id, is of the request that has it, or of the task; of any login. */
  bringBackNamed(kind: MovedKind, id: string): Promise<void>
  /**
   * The same for the next hours of a login from a time on, as many as hold so many rows. Returns the start of the first moved hour
   * after them; undefined: there is none.
   */
  bringBackNext(
    kind: MovedKind,
    login_id: number,
    next: { after_ms: number; rows: number },
  ): Promise<number | undefined>
}
