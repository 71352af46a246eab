import { type I18n, setupI18n } from '@lingui/core'
import type { Language } from '@portico/contract/language.ts'
import { createContext, type ReactNode, startTransition, use, useLayoutEffect, useState } from 'react'
import type german from '../../i18n/de.json'
import { fetchMessages, type Messages } from './messages.ts'

/** English text is the key, so a missing translation does not compile. English has no file: the build writes it from these keys. */
export type MessageKey = keyof typeof german
export type Values = Record<string, string | number>

export interface Translator {
  language: Language
  t(key: MessageKey, values?: Values): string
  /** For texts the server chose (a problem's message): translated when the key is known, otherwise shown unchanged. */
  translateProblem(text: string, values?: Values): string
  changeLanguage(language: Language): Promise<void>
}

export function createI18n(language: Language, messages: Messages): I18n {
  const i18n = setupI18n()
  i18n.loadAndActivate({ locale: language, messages })
  return i18n
}

const TranslatorContext = createContext<Translator | undefined>(undefined)

export function I18nProvider(props: { first: I18n; hashes: Record<string, string>; children: ReactNode }) {
  const [i18n, setI18n] = useState(props.first)
  // It changes with the texts, not before them: either makes the browser lay out the whole page again.
  useLayoutEffect(() => {
    document.documentElement.lang = i18n.locale
  }, [i18n])
  // A text without a translation is shown unchanged; the library would log each in the console.
  const translateProblem = (text: string, values?: Values) =>
    Object.hasOwn(i18n.messages, text) ? i18n._(text, values) : text
  const translator: Translator = {
    language: i18n.locale as Language,
    t: translateProblem,
    translateProblem,
    async changeLanguage(language) {
      const next = createI18n(language, await fetchMessages(language, props.hashes))
      // In slices: all words of the page change, and what is pressed meanwhile is answered between them.
      startTransition(() => setI18n(next))
    },
  }
  return <TranslatorContext value={translator}>{props.children}</TranslatorContext>
}

export function useI18n(): Translator {
  const translator = use(TranslatorContext)
  if (!translator) throw new Error('I18nProvider is missing')
  return translator
}

export function useT(): Translator['t'] {
  return useI18n().t
}
