import type { Impact, IncidentState } from '@portico/contract/operator-incidents.ts'
import type { UpdateRow } from './incident-store.ts'
import type { Counts, Maintenance, Snapshot } from './snapshot.ts'

export type ApiState = 'operational' | 'degraded' | 'outage' | 'maintenance'
/** `none`: there were no calls. */
export type DayLevel = 'none' | 'good' | 'minor' | 'major'

/** Fewer failures than this may be chance. */
const FEWEST_FAILED = 5
const DEGRADED_SHARE = 0.05
const OUTAGE_SHARE = 0.5
const MINOR_SHARE = 0.005
const MAJOR_SHARE = 0.05

/** What this process knows without the database. */
export interface Source {
  /** Whether every call is refused now. */
  isRefusing(): boolean
  /** Whether no endpoint of the data source is reached. */
  isDown(): boolean
  /** APIs of which some endpoint is not reached. */
  brokenApis(): ReadonlySet<string>
}

export interface Incident {
  id: string
  /** Newest first. */
  updates: UpdateRow[]
  state: IncidentState
  /** The worst of all updates. */
  impact: Impact
  apis: string[]
  began_at: Date
}

const RANK: Record<ApiState, number> = { operational: 0, degraded: 1, maintenance: 2, outage: 3 }
const IMPACT_STATE: Record<Impact, ApiState> = { none: 'operational', degraded: 'degraded', outage: 'outage' }

export function worst(states: ApiState[]): ApiState {
  return states.reduce((one, other) => (RANK[other] > RANK[one] ? other : one), 'operational')
}

export function stateOfApi(api: string, snapshot: Snapshot, source: Source, now: Date): ApiState {
  return judgeApi(api, snapshot, source, now).state
}

/** The state and whether a person set it, by a window or an incident, or the rules found it. */
export function judgeApi(
  api: string,
  snapshot: Snapshot,
  source: Source,
  now: Date,
): { state: ApiState; set_by: 'rule' | 'hand' } {
  if (snapshot.maintenance.some((window) => isRunning(window, now))) return { state: 'maintenance', set_by: 'hand' }
  const reported = incidentsOf(snapshot).flatMap(({ state, updates, apis }) => {
    const concerns = state !== 'resolved' && (apis.length === 0 || apis.includes(api))
    return concerns ? [IMPACT_STATE[updates[0]?.impact ?? 'none']] : []
  })
  const found = worst([measured(snapshot.recent.get(api)), ofSource(api, snapshot, source)])
  const state = worst([...reported, found])
  return { state, set_by: state === found ? 'rule' : 'hand' }
}

function measured({ calls, failed }: Counts = { calls: 0, failed: 0 }): ApiState {
  if (failed < FEWEST_FAILED) return 'operational'
  if (failed >= calls * OUTAGE_SHARE) return 'outage'
  return failed >= calls * DEGRADED_SHARE ? 'degraded' : 'operational'
}

/** What this process or any other living one knows. */
function ofSource(api: string, { broken, is_down }: Snapshot, source: Source): ApiState {
  if (source.isRefusing() || source.isDown() || is_down) return 'outage'
  return source.brokenApis().has(api) || broken.has(api) ? 'degraded' : 'operational'
}

export function isRunning({ starts_at, ends_at }: Pick<Maintenance, 'starts_at' | 'ends_at'>, now: Date): boolean {
  return starts_at <= now && now < ends_at
}

export function levelOfDay(counts: Counts | undefined): DayLevel {
  if (!counts || counts.calls === 0) return 'none'
  const share = counts.failed / counts.calls
  if (share >= MAJOR_SHARE && counts.failed >= FEWEST_FAILED) return 'major'
  return share >= MINOR_SHARE ? 'minor' : 'good'
}

/** Newest first. */
export function incidentsOf({ updates }: Pick<Snapshot, 'updates'>): Incident[] {
  const byName = Map.groupBy(updates, ({ incident }) => incident)
  return [...byName.entries()]
    .flatMap(([id, oldest_first]) => {
      const newest_first = oldest_first.toReversed()
      const [first, last] = [oldest_first[0], newest_first[0]]
      if (!first || !last) return []
      const impact = (['outage', 'degraded'] as const).find((one) => oldest_first.some((row) => row.impact === one))
      const { state, apis } = last
      return [{ id, updates: newest_first, state, impact: impact ?? ('none' as const), apis, began_at: first.at }]
    })
    .sort((a, b) => b.began_at.getTime() - a.began_at.getTime())
}
