import type { Messages } from '@lingui/core'
import type { Language } from '@portico/contract/language.ts'
import { readStatic } from '#lib/api.ts'

export type { Messages }

/** One static file per language; its hash in the query lets every cache keep it for ever. */
export function fetchMessages(language: Language, hashes: Record<string, string>): Promise<Messages> {
  return readStatic<Messages>(messagesUrl(language, hashes))
}

export function messagesUrl(language: Language, hashes: Record<string, string>): string {
  return `/assets/i18n/${language}.json?${hashes[language] ?? ''}`
}
