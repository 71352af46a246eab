import type { Language } from '@portico/contract/language.ts'
import type { Site } from '#ctx/ctx.ts'
import type { MailData, Template } from './templates.ts'

/** Pairs every template with the data it needs. `site` is that of the reader's account, never that of the request. */
export type Mail = {
  [T in Template]: { to: string; site: Site; template: T; language: Language; data: MailData<T> }
}[Template]
