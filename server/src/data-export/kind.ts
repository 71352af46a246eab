import type { MovedKind } from '#ctx/moved-days.ts'
import type { Tables } from '#db/tables.ts'

export type Table = keyof Tables

/**
 * The column that decides whose a row is: of the requesting user, of the account, of one of its logins, or of a row
 * that is.
 */
export type Whose =
  | { user: string }
  | { account: string }
  | { login: string }
  /** An account of the ledger that belongs to a login. */
  | { ledger_account: string }
  | { order: string }
  | { purchase: string }
  /** The user's e-mail address. */
  | { email: string }
  /** Lines of the audit log: the user's own actions, and what happened to the account. */
  | { actions: 'own' | 'of_account' }

/** Additions to a page of rows from other tables. */
export type More = 'calls' | 'bookings' | 'people'

export interface Kind {
  /** The name of its files in the archive. */
  file: string
  table: Table
  /** Unique for each row that is read, in the order they are written. */
  key: readonly string[]
  /** Secrets and internal marks. */
  leave_out?: readonly string[]
  whose: Whose
  only?: 'of_customer' | 'own_or_shared'
  more?: More
  /** Its rows of moved days are brought back as they are read. */
  moved?: MovedKind
}

/** Data of the user on any account: it is in every archive. */
export function isPersonal({ whose }: Pick<Kind, 'whose'>): boolean {
  return 'user' in whose || 'email' in whose || ('actions' in whose && whose.actions === 'own')
}
