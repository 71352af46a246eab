import type { SecretChoice } from '@portico/contract/secret-bounds.ts'
import type { Translator } from '#i18n/i18n.tsx'

/** The sources of calls to choose from: the user's own programs, the playground, and every agent and API key by its name. */
export function sourceOptions(t: Translator['t'], agents: readonly SecretChoice[]) {
  return [
    { value: '', label: t('All sources') },
    { value: 'program', label: t('API (your programs)') },
    { value: 'playground', label: t('Playground') },
    { value: 'agent', label: t('All agents') },
    ...agents.map(({ id, name, kind }) => ({
      value: String(id),
      label: name,
      group: kind === 'key' ? t('API keys') : t('Agent logins'),
    })),
  ]
}
