import type { MessageKey } from '#i18n/i18n.tsx'
import type { AppLocation } from '#lib/location.ts'
import { oneOf, searchParams } from '#lib/search-params.ts'

export const TABS = ['credentials', 'logins', 'agents', 'security', 'activity'] as const
export type Tab = (typeof TABS)[number]

export const TAB_WORDS: Record<Tab, MessageKey> = {
  credentials: 'Credentials',
  logins: 'Logins and team',
  agents: 'Agents',
  security: 'Security',
  activity: 'Activity',
}

/** What the part after # may name, and its card: mails, the palette and bookmarks link to cards, and dialogs to begin. */
const CARDS: Record<string, { tab: Tab; card: string }> = {
  credentials: { tab: 'credentials', card: 'credentials' },
  'first-call': { tab: 'credentials', card: 'first-call' },
  'test-connection': { tab: 'credentials', card: 'test-connection' },
  keys: { tab: 'credentials', card: 'keys' },
  'add-key': { tab: 'credentials', card: 'keys' },
  team: { tab: 'logins', card: 'team' },
  invite: { tab: 'logins', card: 'team' },
  'add-login': { tab: 'logins', card: 'team' },
  agents: { tab: 'agents', card: 'agents' },
  'add-agent': { tab: 'agents', card: 'agents' },
  'ip-access': { tab: 'security', card: 'ip-access' },
  sso: { tab: 'security', card: 'sso' },
  'second-factor': { tab: 'security', card: 'second-factor' },
  activity: { tab: 'activity', card: 'activity' },
}

const readParams = searchParams({ tab: oneOf(TABS, 'credentials') })

/** The card an address names wins over its tab, so that a link to a card never ends on a tab without it. */
export function parseLocation({ search, hash }: Pick<AppLocation, 'search' | 'hash'>): {
  tab: Tab
  card: string | undefined
} {
  const name = hash.slice(1)
  const named = Object.hasOwn(CARDS, name) ? CARDS[name] : undefined
  return { tab: named?.tab ?? readParams(search).tab, card: named?.card }
}

/** The search part of an address; the first tab needs none. */
export function searchOf(tab: Tab): string {
  return tab === 'credentials' ? '' : `?tab=${tab}`
}
