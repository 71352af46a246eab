/** The five languages, and the seed's names for them in the user's `language` field. */
export const LANGUAGES = ['en', 'ru', 'de', 'es', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_FIELD = { en: 'english', ru: 'russian', de: 'german', es: 'spanish', fr: 'french' } as const

/** Each language by its own name: a reader looks for what they can read. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  ru: 'Русский',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
}

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}

/** russian, german, spanish, french, otherwise English. */
export function languageOfField(field: string | null | undefined): Language {
  return LANGUAGES.find((language) => LANGUAGE_FIELD[language] === field) ?? 'en'
}

/** The first language of the browser's preferences that we have. */
export function languageOfHeader(acceptLanguage: string | undefined): Language {
  const preferences = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.toLowerCase().split(';')
      const q = parameters.find((p) => p.trim().startsWith('q='))
      return { language: tag.trim().split('-')[0], weight: q ? Number(q.trim().slice(2)) || 0 : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of preferences) if (isLanguage(language)) return language
  return 'en'
}
