import type { Language } from '@portico/contract/language.ts'
import type { Site, Sites } from '#ctx/ctx.ts'
import { namesProvider } from '#whitelabel/index.ts'
import type { Incident } from './judge.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ru } from './texts/ru.ts'
import type { StatusTexts } from './texts.ts'

export const TEXTS: Record<Language, StatusTexts> = { en, ru, de, es, fr }

/** A text and the language it is in, which may not be the reader's. */
export interface Written {
  text: string
  language: Language
}

/** The reader's language, otherwise English, otherwise whatever there is. At a white-label a text that names the provider is left out. */
export function writtenFor(
  texts: Record<string, string>,
  language: Language,
  { wl_id }: Pick<Site, 'wl_id'>,
  { own }: Pick<Sites, 'own'>,
): Written | undefined {
  const order: Language[] = [language, 'en', 'ru', 'de', 'es', 'fr']
  const found = order.find((one) => texts[one])
  const text = found && texts[found]
  if (!found || !text || (wl_id !== 0 && namesProvider(own.brand, text))) return undefined
  return { text, language: found }
}

export function headingOf(
  { impact, apis }: Pick<Incident, 'impact' | 'apis'>,
  titles: Titles,
  texts: StatusTexts,
): string {
  return texts.heading[impact](apis.length === 0 ? texts.all_apis : apis.map(titles).join(', '))
}

/** The title of an API. */
export type Titles = (api: string) => string

export function formatsFor(language: Language) {
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  return {
    moment: (at: Date) => `${moment.format(at)} UTC`,
    day: (text: string) => day.format(new Date(`${text}T00:00:00.000Z`)),
    /** Rounded down: a hundred percent is only what had no failure at all. */
    answered: ({ calls, failed }: { calls: number; failed: number }) =>
      percent.format(Math.floor(((calls - failed) / calls) * 10_000) / 10_000),
  }
}
