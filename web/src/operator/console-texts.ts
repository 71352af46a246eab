import type { I18n } from '@lingui/core'
import type { Language } from '@portico/contract/language.ts'
import { createI18n } from '#i18n/i18n.tsx'
import type { Messages } from '#i18n/messages.ts'
import { readStatic } from '#lib/api.ts'

/** Hashes of the texts of the build, and of the provider's own where there are some. */
export interface TextHashes {
  messages: string
  own: string | null
}

let loadTexts: (part: string) => Promise<void> = () => Promise.reject(new Error('the console has no texts yet'))

/** The texts of the first view; those of each further part come with its code. */
export async function openTexts(language: Language, { messages, own }: TextHashes): Promise<I18n> {
  const read = (part: string, hash: string) =>
    readStatic<Messages>(`/assets/i18n/operator/${part}.${language}.json?${hash}`)
  const [first, provider] = await Promise.all([read('first', messages), own === null ? {} : read('own', own)])
  const i18n = createI18n(language, { ...first, ...provider })
  loadTexts = async (part) => i18n.load(language, { ...(await read(part, messages)), ...provider })
  return i18n
}

/** `part`: the name of the file that `load` imports; the build writes texts for each. */
export async function withTexts<T>(part: string, load: () => Promise<T>): Promise<T> {
  const [code] = await Promise.all([load(), loadTexts(part)])
  return code
}
