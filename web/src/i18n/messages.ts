import type { Messages } from '@lingui/core'
import type { Language } from '@portico/contract/language.ts'
import { readStatic } from '#lib/api.ts'

export type { Messages }

const loaded = new Map<string, Promise<Messages>>()

/**
 * One static file per language; its hash in the query lets every cache keep it for ever. A language that was shown
 * before is neither requested nor parsed again.
 */
export function fetchMessages(language: Language, hashes: Record<string, string>): Promise<Messages> {
  const url = messagesUrl(language, hashes)
  const known = loaded.get(url)
  if (known) return known
  const messages = readStatic<Messages>(url)
  loaded.set(url, messages)
  messages.catch(() => loaded.delete(url))
  return messages
}

export function messagesUrl(language: Language, hashes: Record<string, string>): string {
  return `/assets/i18n/${language}.json?${hashes[language] ?? ''}`
}
