import type { Translator, Values } from '#i18n/i18n.tsx'
import { titleIn } from '#page/titles.ts'

/** Values of a sentence whose `name` is such a title. */
export function withTitle(t: Translator['t'], values: Values = {}): Values {
  return typeof values.name === 'string' ? { ...values, name: titleIn(t, values.name) } : values
}
