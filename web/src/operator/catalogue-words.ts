import type { BadgeTone } from '#ui/show/badge.tsx'
import type { ConsoleKey } from './texts.ts'

type State = 'in force' | 'to come' | 'over' | 'withdrawn' | 'draft'

/** Versions of prices and of documents. */
export const VERSION_STATES: Record<State, { label: ConsoleKey; tone: BadgeTone }> = {
  'in force': { label: 'In force', tone: 'good' },
  'to come': { label: 'Upcoming', tone: 'accent' },
  over: { label: 'Ended', tone: 'neutral' },
  draft: { label: 'Draft', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}
