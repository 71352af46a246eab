import { scopeLabel } from '@portico/contract/spend-scopes.ts'
import type { Translator } from '#i18n/i18n.tsx'
import { titleIn } from '#page/titles.ts'

/** APIs and functions to allow. Those named before that are no longer offered are shown too, so that they can be removed. */
export function scopeOptions(
  t: Translator['t'],
  offered: readonly { scope: string; title: string }[],
  named: readonly string[] = [],
) {
  const stale = named.filter((name) => !offered.some(({ scope }) => scope === name))
  return [
    ...stale.map((scope) => ({ value: scope, label: t('{name} (no longer offered)', { name: scope }) })),
    ...offered.map(({ scope, title }) => ({ value: scope, label: scopeLabel({ scope, title: titleIn(t, title) }) })),
  ]
}
