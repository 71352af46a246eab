import type { Output } from '@portico/contract/endpoint.ts'
import { LANGUAGES } from '@portico/contract/language.ts'
import type { operator } from '@portico/contract/operator.ts'

type Brand = Output<typeof operator.setWhitelabel>['brand']
type Value = string | number | null | { text: string; url: string | null }[]
type Hero = { title: string; points: string[] } | null

const NONE = 'none'
const BETWEEN = '|'

/** Option → its description and the field it sets. */
const PLAIN = {
  title: { field: 'title', about: 'name of the brand' },
  accent: { field: 'accent', about: 'colour like #1a2b3c' },
  radius: { field: 'radius', about: 'roundness of corners, 0 to 16' },
  logo: { field: 'logo_url', about: 'https address of a picture' },
  'mail-logo': { field: 'mail_logo_url', about: 'https address of a PNG for mails, when the logo is an SVG' },
  favicon: { field: 'favicon_url', about: 'https address of an icon' },
  support: { field: 'help_link', about: 'https address of the help desk' },
  'support-email': { field: 'support_email', about: 'address for questions, in every mail' },
  contact: { field: 'contact_url', about: 'https address of the contact page' },
  terms: { field: 'terms_url', about: 'https address of the terms of use' },
  privacy: { field: 'privacy_url', about: 'https address of the privacy policy' },
  docs: { field: 'docs_url', about: 'https address of the documentation' },
  chat: { field: 'chat_url', about: 'https address of the AI chat' },
  v2: { field: 'legacy_url', about: 'https address to sign in to the old version' },
  home: { field: 'home_url', about: 'https address the logo leads to' },
  landing: { field: 'landing_url', about: 'https address of the public site' },
  'mail-from': {
    field: 'mail_from',
    about: 'sender address of mails; its domain must let your mail server send (SPF, DKIM)',
  },
  imprint: { field: 'imprint', about: `who is behind the brand, lines separated by ${BETWEEN}` },
  seals: { field: 'seals', about: `trust seals like "SOC 2=https://… ${BETWEEN} ISO 27001"` },
} as const

export const BRAND_OPTIONS: Record<string, { field: string; about: string }> = {
  ...PLAIN,
  ...Object.fromEntries(
    LANGUAGES.map((language) => [
      `hero-${language}`,
      {
        field: `hero_${language}`,
        about: `beside the sign-in form, in ${language}: "title ${BETWEEN} point ${BETWEEN} point"`,
      },
    ]),
  ),
}

/** The brand as the server takes it, with the given options only. */
export function brandOf(options: Record<string, string>) {
  const fields = Object.entries(PLAIN).flatMap(([name, { field }]): [string, Value][] => {
    const typed = options[name]
    return typed === undefined ? [] : [[field, typed === NONE ? null : fieldValue(field, typed)]]
  })
  const hero = LANGUAGES.flatMap((language): [string, Hero][] => {
    const typed = options[`hero-${language}`]
    return typed === undefined ? [] : [[language, typed === NONE ? null : heroOf(typed)]]
  })
  return { ...Object.fromEntries(fields), ...(hero.length > 0 && { hero: Object.fromEntries(hero) }) }
}

function fieldValue(field: string, typed: string): Value {
  if (field === 'radius') return /^\d{1,3}$/.test(typed) ? Number(typed) : typed
  if (field === 'imprint') return parts(typed).join('\n')
  if (field === 'seals') return parts(typed).map(sealOf)
  return typed
}

function heroOf(typed: string): Hero {
  const [title = '', ...points] = parts(typed)
  return { title, points }
}

function sealOf(typed: string) {
  const [text = '', ...url] = typed.split('=')
  return { text: text.trim(), url: url.length > 0 ? url.join('=').trim() : null }
}

function parts(typed: string): string[] {
  return typed.split(BETWEEN).flatMap((part) => part.trim() || [])
}

/** One line per option, as it would be typed. */
export function describeBrand(brand: Brand): string[] {
  const plain = Object.entries(PLAIN).map(([name, { field }]) => line(name, shown(brand[field])))
  const hero = LANGUAGES.map((language) => {
    const text = brand.hero[language]
    return line(`hero-${language}`, text ? [text.title, ...text.points].join(` ${BETWEEN} `) : '-')
  })
  return [...plain, ...hero]
}

function line(name: string, value: string): string {
  return `  --${name.padEnd(15)} ${value}`
}

function shown(value: Brand[(typeof PLAIN)[keyof typeof PLAIN]['field']]): string {
  if (value === null) return '-'
  if (!Array.isArray(value)) return String(value).replaceAll('\n', ` ${BETWEEN} `)
  return value.map(({ text, url }) => (url ? `${text}=${url}` : text)).join(` ${BETWEEN} `) || '-'
}
