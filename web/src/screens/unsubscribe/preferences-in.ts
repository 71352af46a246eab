import type { Preferences } from '@portico/contract/auth.ts'

/** The switches of the form as they travel: 1 on, 0 off. A browser sends only those that are on. */
export function preferencesIn(form: FormData): Preferences {
  const flag = (name: keyof Preferences) => (form.has(name) ? 1 : 0)
  return { news: flag('news'), offers: flag('offers'), reports: flag('reports'), triggers: flag('triggers') }
}
