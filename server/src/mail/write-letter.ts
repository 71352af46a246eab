import type { Language } from '@portico/contract/language.ts'
import { formattersFor, type SayingBrand } from './formatters.ts'
import type { Formatters, Letter, Texts } from './letter.ts'
import type { MailData, Template } from './templates.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ru } from './texts/ru.ts'

export const TEXTS: Record<Language, Texts> = { en, ru, de, es, fr }

export function writeLetter<T extends Template>(
  language: Language,
  brand: SayingBrand,
  template: T,
  data: MailData<T>,
): Letter {
  const { letters, roles } = TEXTS[language]
  const write: (data: MailData<T>, say: Formatters) => Letter = letters[template]
  return write(data, formattersFor(language, roles, brand))
}
