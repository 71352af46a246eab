import { startProblem } from '#db/start-problem.ts'
import type { SettingName } from './settings.ts'

/** Old names are read until this version; then remove them from the list. */
const OLD_NAMES_UNTIL = '0.4'

export const RENAMED: readonly { old: string; name: SettingName }[] = [
  { old: 'KEPT_FREE_ROWS', name: 'FREE_CALLS_PER_DAY' },
  { old: 'KEPT_PARAMS_MB', name: 'PARAMS_STORED_MB_PER_DAY' },
  { old: 'BOOKING_PATIENCE_MS', name: 'BOOKING_TIMEOUT_MS' },
  { old: 'TRIAL_CREDIT_USD', name: 'TRIAL_CREDIT' },
  { old: 'CONFIRM_ABOVE_USD', name: 'CONFIRM_ABOVE' },
]

type Source = Record<string, string | undefined>

/** The same settings under their present names. Two different values for one setting stop the start: neither is a safe guess. */
export function withPresentNames(source: Source): Source {
  const present = { ...source }
  for (const { old, name } of RENAMED) {
    const [before, now] = [source[old]?.trim(), source[name]?.trim()]
    if (!before) continue
    if (now && now !== before)
      throw startProblem(`${old} is '${before}', but was renamed to ${name}, which is '${now}'. Remove ${old}.`)
    present[name] = before
  }
  return present
}

/** One line for each old name in use. */
export function renamedSettings(names: string[]): string[] {
  return RENAMED.filter(({ old }) => names.includes(old)).map(
    ({ old, name }) => `${old} was renamed to ${name}; the old name works until ${OLD_NAMES_UNTIL}`,
  )
}
