import { capital } from './names.ts'
import { daysBefore, type Question, stamp } from './question.ts'
import { sampleRefusal } from './refusal.ts'

// Location codes are 2000 and the country's ISO 3166 number, as clients of this API family send them.
const COUNTRIES: [string, string, number, string[]][] = [
  ['Argentina', 'AR', 2032, ['es']],
  ['Australia', 'AU', 2036, ['en']],
  ['Austria', 'AT', 2040, ['de']],
  ['Belgium', 'BE', 2056, ['nl', 'fr', 'de']],
  ['Brazil', 'BR', 2076, ['pt']],
  ['Canada', 'CA', 2124, ['en', 'fr']],
  ['France', 'FR', 2250, ['fr']],
  ['Germany', 'DE', 2276, ['de']],
  ['India', 'IN', 2356, ['en', 'hi']],
  ['Italy', 'IT', 2380, ['it']],
  ['Japan', 'JP', 2392, ['ja']],
  ['Mexico', 'MX', 2484, ['es']],
  ['Netherlands', 'NL', 2528, ['nl']],
  ['Poland', 'PL', 2616, ['pl']],
  ['Spain', 'ES', 2724, ['es']],
  ['Sweden', 'SE', 2752, ['sv']],
  ['Switzerland', 'CH', 2756, ['de', 'fr', 'it']],
  ['Turkey', 'TR', 2792, ['tr']],
  ['Ukraine', 'UA', 2804, ['uk', 'ru']],
  ['United Kingdom', 'GB', 2826, ['en']],
  ['United States', 'US', 2840, ['en', 'es']],
]
const LANGUAGES: Record<string, string> = {
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  hi: 'Hindi',
  it: 'Italian',
  ja: 'Japanese',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  sv: 'Swedish',
  tr: 'Turkish',
  uk: 'Ukrainian',
}
const CATEGORIES = ['Arts', 'Business', 'Computers', 'Finance', 'Food', 'Games', 'Health', 'Home', 'Science', 'Travel']

export function locations(question: Question) {
  const wanted = question.text('country').toUpperCase()
  return COUNTRIES.filter(([, code]) => wanted === '' || code === wanted).map(
    ([location_name, code, location_code]) => ({
      location_code,
      location_name,
      location_code_parent: null,
      country_iso_code: code,
      location_type: 'Country',
    }),
  )
}

export function languages() {
  return Object.entries(LANGUAGES).map(([language_code, language_name]) => ({ language_name, language_code }))
}

export function locationsAndLanguages() {
  return COUNTRIES.map(([location_name, country_iso_code, location_code, codes]) => ({
    location_code,
    location_name,
    country_iso_code,
    location_type: 'Country',
    available_languages: codes.map((language_code) => ({ language_name: LANGUAGES[language_code], language_code })),
  }))
}

export function categories() {
  return CATEGORIES.map((category_name, row) => ({
    category_code: 10_001 + row,
    category_name,
    category_code_parent: null,
  }))
}

const CODES = new Set(COUNTRIES.map(([, , code]) => code))
const NAMES = new Set(COUNTRIES.map(([name]) => name))

/** Refuses a location or language that no list names. A city is written before its country, with a comma. */
export function checkMarket(task: Record<string, unknown>): void {
  const { location_code, location_name, language_code, language_name } = task
  if (typeof location_code === 'number' && !CODES.has(location_code)) throw unlisted('location_code', 'locations')
  if (typeof location_name === 'string' && !NAMES.has(location_name.split(',').at(-1)?.trim() ?? ''))
    throw unlisted('location_name', 'locations')
  // `en_US` and `English (United States)` are English.
  if (typeof language_code === 'string' && !Object.hasOwn(LANGUAGES, language_code.split(/[-_]/)[0] ?? ''))
    throw unlisted('language_code', 'languages')
  if (typeof language_name === 'string' && !Object.values(LANGUAGES).includes(language_name.split(' (')[0] ?? ''))
    throw unlisted('language_name', 'languages')
}

function unlisted(field: string, list: string): Error {
  return sampleRefusal(field, `It is none of the ${list} that are listed.`)
}

export function freshness({ now, entry }: Question) {
  const date_update = daysBefore(now, 4).toISOString().slice(0, 10)
  return [{ api: entry.api, actual_data: true, date_update, last_year_in_monthly_searches: now.getUTCFullYear() }]
}

export function indexSize({ now }: Question) {
  return [
    {
      total_backlinks: 2_800_000_000_000,
      total_pages: 310_000_000_000,
      total_domains: 260_000_000,
      last_update: stamp(daysBefore(now, 1)),
    },
  ]
}

export function lighthouseAudits() {
  const audits = {
    performance: ['first-contentful-paint', 'largest-contentful-paint'],
    seo: ['document-title', 'meta-description'],
    accessibility: ['image-alt', 'label'],
  }
  return [{ categories: Object.entries(audits).map(([id, list]) => ({ id, title: capital(id), audits: list })) }]
}

export function lighthouseVersions() {
  return [{ default_version: '12.4.0', versions: ['12.4.0', '12.3.0', '11.7.1'] }]
}
