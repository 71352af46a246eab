import { LANGUAGES, type Language } from '@portico/contract/language.ts'
import type { Site, Sites } from '#ctx/ctx.ts'
import type { Translate } from '#i18n/translate.ts'
import { namesProvider } from '#whitelabel/index.ts'
import type { Incident } from './judge.ts'
import { HEADINGS } from './words.ts'

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
  const found = [language, ...LANGUAGES].find((one) => texts[one])
  const text = found && texts[found]
  if (!found || !text || (wl_id !== 0 && namesProvider(own.brand, text))) return undefined
  return { text, language: found }
}

export function headingOf({ impact, apis }: Pick<Incident, 'impact' | 'apis'>, titles: Titles, t: Translate): string {
  return t(HEADINGS[impact], { apis: apis.length === 0 ? t('all APIs') : apis.map(titles).join(', ') })
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
