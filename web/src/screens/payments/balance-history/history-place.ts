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

export type Change = Partial<Record<'range' | 'from' | 'to' | 'kind', string | undefined>>
