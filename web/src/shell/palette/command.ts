import type { Findable } from '#lib/find-by-words.ts'
import type { IconName } from '#ui/icon/icon-paths.ts'

export type CommandGroup = 'calls' | 'billing' | 'screens' | 'codes' | 'endpoints' | 'logins' | 'team' | 'actions'

export interface Command extends Findable {
  id: string
  group: CommandGroup
  icon: IconName
  /** Shown below the label. */
  note?: string
  /** Keys that do the same. */
  keys?: string[]
  isExternal?: boolean
  /** Only found by typing. */
  isDeep?: boolean
  /** The rank of a function among those the login calls most. */
  usedRank?: number
  run: () => void
}
