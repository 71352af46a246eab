import { LANGUAGES, type Language } from '@portico/contract/language.ts'
import type { ConsoleKey } from './texts.ts'
import type { Whitelabel } from './use-whitelabels.ts'

type Brand = Whitelabel['brand']
type TextField = { [K in keyof Brand]: Brand[K] extends string | null ? K : never }[keyof Brand]

/** Groups of texts and addresses, in the order of the form. */
export const BRAND_FIELDS: readonly { title: ConsoleKey; fields: readonly (readonly [TextField, ConsoleKey])[] }[] = [
  {
    title: 'Pictures',
    fields: [
      ['logo_url', 'Logo'],
      ['mail_logo_url', 'Logo for e-mails, no SVG'],
      ['favicon_url', 'Icon of the browser tab'],
    ],
  },
  {
    title: 'E-mails',
    fields: [
      ['support_email', 'Support address'],
      ['mail_from', 'E-mail sender'],
    ],
  },
  {
    title: 'Links',
    fields: [
      ['terms_url', 'Terms'],
      ['privacy_url', 'Privacy policy'],
      ['contact_url', 'Contact'],
      ['help_link', 'Help'],
      ['docs_url', 'Documentation'],
      ['home_url', 'Home page'],
      ['landing_url', 'Page that the logo links to'],
      ['chat_url', 'Chat'],
      ['legacy_url', 'Sign-in page of an older product'],
    ],
  },
]

/** The text beside the sign-in form as it is typed. */
export interface TypedHero {
  title: string
  points: string
}
export type TypedHeroes = Record<Language, TypedHero>

/** What the form sends: an empty field takes the value away. */
export function brandOf(values: Record<string, string>, heroes: TypedHeroes) {
  const text = (name: string) => values[name]?.trim() || null
  const fields = BRAND_FIELDS.flatMap((group) => group.fields.map(([name]) => [name, text(name)] as const))
  const radius = text('radius')
  return {
    ...Object.fromEntries(fields),
    title: text('title'),
    accent: text('accent'),
    // What is no number is left for the server to refuse.
    radius: radius === null ? null : /^\d+$/.test(radius) ? Number(radius) : radius,
    imprint: text('imprint'),
    hero: Object.fromEntries(LANGUAGES.map((language) => [language, heroOf(heroes[language])])),
  }
}

function heroOf({ title, points }: TypedHero) {
  return title.trim() || points.trim() ? { title: title.trim(), points: linesOf(points) } : null
}

export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() ? [line.trim()] : []))
}

/** The stored brand as the form shows it. */
export function typedBrand(known: Whitelabel | undefined): Record<string, string> {
  if (!known) return {}
  const { hero: _, seals: __, ...rest } = known.brand
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value === null ? '' : String(value)]))
}

export function typedHeroes(known: Whitelabel | undefined): TypedHeroes {
  const typed = LANGUAGES.map((language) => {
    const hero = known?.brand.hero[language]
    return [language, { title: hero?.title ?? '', points: hero?.points.join('\n') ?? '' }]
  })
  return Object.fromEntries(typed)
}
