import type { Language } from '@portico/contract/language.ts'
import { formattersFor, type MailBrand } from './formatters.ts'
import type { Formatters, MailContent, Texts } from './mail-template.ts'
import type { MailData, Template } from './templates.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ru } from './texts/ru.ts'

export const TEXTS: Record<Language, Texts> = { en, ru, de, es, fr }

export function renderMail<T extends Template>(
  language: Language,
  brand: MailBrand,
  template: T,
  data: MailData<T>,
): MailContent {
  const { mails: templates, roles } = TEXTS[language]
  const write: (data: MailData<T>, format: Formatters) => MailContent = templates[template]
  return write(data, formattersFor(language, roles, brand))
}
