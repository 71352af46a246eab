import type { Brand } from '@portico/contract/whitelabel.ts'

const LINKS = [
  'logo_url',
  'help_link',
  'home_url',
  'landing_url',
  'docs_url',
  'chat_url',
  'terms_url',
  'privacy_url',
  'contact_url',
  'legacy_url',
] as const

/** True where a text reveals the provider: by name, by a site, or by an address of one. */
export function namesProvider(own: Brand, text: string): boolean {
  const words = [own.title, ...LINKS.flatMap((name) => own[name] ?? []).map((url) => new URL(url).hostname)]
  const searched = text.toLowerCase()
  return words.some((word) => searched.includes(word.toLowerCase()))
}
