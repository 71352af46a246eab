import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language, languageOfHeader } from '@portico/contract/language.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { WebBuild } from '#http/web-build.ts'
import { accentOf } from './brand-icon.ts'

/** Shortcuts of the installed app (long press), with the names of the menu. */
const SHORTCUTS = [
  { name: 'Usage', url: '/api-detail' },
  { name: 'Playground', url: '/api-playground' },
  { name: 'Payments', url: '/users/getrows' },
]
const SHORT_NAME_MAX = 12
const SURFACE = '#f7f8fa'

export type Names = Map<Language, Map<string, string>>

export function manifestOf(brand: Brand, accept_language: string | undefined, names: Names) {
  const language = languageOfHeader(accept_language)
  const translate = (text: string) => names.get(language)?.get(text) ?? text
  return {
    id: '/',
    name: brand.title,
    short_name: shortName(brand.title),
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: accentOf(brand),
    background_color: SURFACE,
    icons: iconsOf(brand),
    shortcuts: SHORTCUTS.map(({ name, url }) => ({ name: translate(name), url })),
  }
}

/** An icon's label fits a dozen characters: whole words where possible. */
export function shortName(title: string): string {
  if (title.length <= SHORT_NAME_MAX) return title
  const words = title.slice(0, SHORT_NAME_MAX + 1).split(' ')
  return words.length > 1 ? words.slice(0, -1).join(' ') : title.slice(0, SHORT_NAME_MAX)
}

/**
 * A white-label and a brand with its own picture never show ours; the initial is used where the picture does not fit.
 */
function iconsOf({ favicon_url, wl_id }: Brand) {
  const initial = { src: '/brand-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }
  if (favicon_url) return [{ src: favicon_url, sizes: 'any' }, initial]
  if (wl_id !== 0) return [initial]
  const png = (name: string, size: number, purpose: string) => ({
    src: `/assets/icons/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return [
    png('icon', 192, 'any'),
    png('icon', 512, 'any'),
    png('maskable', 192, 'maskable'),
    png('maskable', 512, 'maskable'),
  ]
}

/** The names of the shortcuts, from the translations of the page itself. */
export function readShortcutNames({ root, own_messages }: Pick<WebBuild, 'root' | 'own_messages'>): Names {
  const names: Names = new Map()
  for (const language of LANGUAGES) {
    const file = join(root, 'assets/i18n', `${language}.json`)
    const built: Record<string, unknown> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    const texts: Record<string, unknown> = { ...built, ...own_messages.get(language)?.messages }
    names.set(language, new Map(SHORTCUTS.map(({ name }) => [name, String(texts[name] ?? name)])))
  }
  return names
}
