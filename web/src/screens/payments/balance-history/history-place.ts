import { isPeriod, MOVEMENTS, type Movement, type Period } from '@portico/contract/billing.ts'
import { momentMs } from '@portico/contract/moment.ts'
import { PRESETS, type Preset, periodOf } from '../periods.ts'

const USUAL: Preset = 'this_month'

/** All the tab shows follows from its address. */
export interface HistoryPlace {
  period: Period
  kind: Movement | undefined
}

export function readPlace(search: string, now_ms: number): HistoryPlace {
  const asked = new URLSearchParams(search)
  const own = { from: asked.get('from') ?? '', to: asked.get('to') ?? '' }
  const isOwn = [own.from, own.to].every((day) => day.length === 10 && !Number.isNaN(momentMs(day))) && isPeriod(own)
  const preset = PRESETS.find((known) => known === asked.get('range')) ?? USUAL
  return {
    period: isOwn ? own : periodOf(preset, now_ms),
    kind: MOVEMENTS.find((known) => known === asked.get('kind')),
  }
}

export interface Change {
  range?: string
  from?: string
  to?: string
  kind?: string | undefined
}

/** The address after a change; a period takes the place of the one before. */
export function changed(search: string, change: Change): string {
  const next = new URLSearchParams(search)
  if (change.range !== undefined || change.from !== undefined)
    for (const name of ['range', 'from', 'to']) next.delete(name)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next.size > 0 ? `?${next}` : ''
}
