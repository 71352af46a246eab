import type { Names, TextKey } from '#i18n/translate.ts'
import type { MailData, Template } from './templates.ts'

export interface MailLink {
  label: string
  url: string
}

/** The content of a mail, before it is drawn as HTML and as text. */
export interface MailContent {
  subject: string
  /** Empty where the reader is unknown. */
  name: string
  lead: string[]
  code?: string
  action?: MailLink
  after: (string | MailLink)[]
}

/** The foot of every mail. */
export interface Foot {
  /** Why the reader gets it. */
  reason: string
  support: MailLink | undefined
  imprint: string[]
  /** Undefined where nothing can be turned off. */
  preferences: MailLink | undefined
}

/** Translates with the fields of the mail, as its language writes them, and the brand; `more` are further values, or other ones. */
type MailText<Known extends string> = <Key extends TextKey, More extends string = never>(
  key: Names<Key> extends Known | More ? Key : never,
  more?: Record<More, string>,
) => string

interface MailSite {
  brand: string
  /** The brand's support contact; undefined where it has named none. */
  support: string | undefined
  /** A screen of the site the reader's account belongs to. */
  linkTo(path: string): string
  /** Money, to the last micro that is not zero. */
  money(micros: number): string
}

type Fields<T extends Template> = 'brand' | Extract<keyof MailData<T>, string>
type Written = Omit<MailContent, 'name' | 'code' | 'after'> & Partial<Pick<MailContent, 'after'>>
/** What each mail consists of, in every language. */
export type Mails = { [T in Template]: (t: MailText<Fields<T>>, data: MailData<T>, site: MailSite) => Written }
