import type { Findable } from '#lib/find-by-words.ts'
import type { IconName } from '#ui/show/icon-paths.ts'

export interface Command extends Findable {
  id: string
  group: 'calls' | 'screens' | 'codes' | 'endpoints' | 'logins' | 'actions'
  icon: IconName
  /** Keys that do the same. */
  keys?: string[]
  isExternal?: boolean
  /** Only found by typing. */
  isDeep?: boolean
  run: () => void
}
