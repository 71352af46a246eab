import type { Role } from '@portico/contract/role.ts'
import type { MailData, Template } from './templates.ts'

export interface LetterLink {
  label: string
  url: string
}

/** What a mail says, before it is drawn as HTML and as text. */
export interface Letter {
  subject: string
  /** Undefined where we do not know the reader. */
  name?: string
  lead: string[]
  code?: string
  action?: LetterLink
  after: (string | LetterLink)[]
}

/** What every letter may need to say its data in its language. */
export interface Say {
  brand: string
  minutes(count: number): string
  hours(count: number): string
  days(count: number): string
  /** A moment in UTC, and it says so. */
  moment(at: string): string
  provider(name: MailData<'identity_linked'>['provider']): string
  role(role: Role): string
  /** Dollars, to the last micro that is not nothing. */
  money(micros: number): string
  count(count: number): string
  percent(percent: number): string
}

/** One language: a mail or a word that is missing does not compile. */
export interface Texts {
  greeting(name: string): string
  /** Above the bare address of the button. */
  no_button: string
  footer(brand: string, to: string): string
  preferences: string
  roles: Record<Role, string>
  letters: Letters
}

type Letters = { [T in Template]: (data: MailData<T>, say: Say) => Letter }
export type AlertLetters = Pick<Letters, Extract<Template, `alert_${string}`>>
