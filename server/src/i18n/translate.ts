import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Language } from '@portico/contract/language.ts'
import type german from './de.json'

/** The English text is the key, so a missing text does not compile. */
export type TextKey = keyof typeof german

/** The placeholders of an English text: `at` for `Changed at {at}`. The cases of plural and select have a blank or a placeholder. */
export type Names<Text extends string> = Text extends `${string}{${infer Rest}` ? NameAt<Rest> | Names<Rest> : never
type NameAt<Text> = Text extends `${infer Head}}${string}`
  ? Head extends `${infer Name},${string}`
    ? Bare<Name>
    : Bare<Head>
  : never
type Bare<Name> = Name extends '' | `${string}${' ' | '{'}${string}` ? never : Name

type Value = string | number
type Values = Partial<Record<string, Value>>
/** A text in one language; every placeholder of the English one needs a value. */
export type Translate = <Key extends TextKey>(
  key: Key,
  ...values: [Names<Key>] extends [never] ? [] : [Record<Names<Key>, Value>]
) => string

interface Catalogue {
  texts: Record<string, string>
  compiled: Map<TextKey, CompiledMessage>
  plural: Intl.PluralRules
  number: Intl.NumberFormat
}
const catalogues = new Map<Language, Catalogue>()

/** The texts of mails, documents and pages without script, in a language. */
export function textsIn(language: Language): Translate {
  return (key, ...[values]) => textOf(language, key, values)
}

/** The same for a caller that checks the placeholders itself. A text is compiled when it is first needed. */
export function textOf(language: Language, key: TextKey, values: Values = {}): string {
  const catalogue = catalogues.get(language) ?? read(language)
  const message = catalogue.compiled.get(key) ?? compileMessageOrThrow(catalogue.texts[key] ?? key)
  catalogue.compiled.set(key, message)
  return write(message, values, catalogue)
}

/** English has no file. */
function read(language: Language): Catalogue {
  const file = join(import.meta.dirname, `${language}.json`)
  const catalogue = {
    texts: language === 'en' ? {} : JSON.parse(readFileSync(file, 'utf8')),
    compiled: new Map(),
    plural: new Intl.PluralRules(language),
    number: new Intl.NumberFormat(language),
  }
  catalogues.set(language, catalogue)
  return catalogue
}

/** A compiled message is a list of texts and of `[name, kind?, cases?]`, whose cases are messages again; `#` is the number of a plural. */
function write(message: CompiledMessage, values: Values, catalogue: Catalogue, count?: number): string {
  const parts = message.map((part) => {
    if (typeof part === 'string') return part === '#' && count !== undefined ? catalogue.number.format(count) : part
    const [name, kind, cases] = part
    const value = values[name] ?? ''
    if (kind === undefined) return value
    const { other = [], ...choices } = cases as Record<string, CompiledMessage>
    if (kind === 'select')
      return write(Object.hasOwn(choices, value) ? (choices[value] ?? other) : other, values, catalogue)
    const chosen = choices[value] ?? choices[catalogue.plural.select(Number(value))] ?? other
    return write(chosen, values, catalogue, Number(value))
  })
  return parts.join('')
}
