import type { Language } from '@portico/contract/language.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Site, Sites } from '#ctx/ctx.ts'
import { apiTitle } from '#function-names/index.ts'
import { type ApiState, type Incident, incidentsOf, isRunning, type Source, stateOfApi, worst } from './judge.ts'
import type { Titles } from './language.ts'
import type { Counts, Maintenance, Snapshot } from './snapshot.ts'
import { shownDays } from './snapshot.ts'

export interface ApiView {
  title: string
  state: ApiState
  total: Counts
  days: { day: string; counts: Counts | undefined }[]
}

/** What the page shows, the same for every brand. */
export interface StatusView {
  taken_at: Date
  is_old: boolean
  overall: ApiState | 'unknown'
  apis: ApiView[]
  titles: Titles
  open: Incident[]
  closed: Incident[]
  /** Running or to come. */
  planned: Maintenance[]
  past: Maintenance[]
}

export interface Reader {
  site: Site
  sites: Pick<Sites, 'own'>
  language: Language
}

export function viewOf(
  { snapshot, is_old }: { snapshot: Snapshot; is_old: boolean },
  catalogue: Catalogue,
  source: Source,
  now: Date,
  titleIn: (title: string) => string,
): StatusView {
  const days = shownDays(now)
  const titles = (api: string) => titleIn(apiTitle(catalogue, api))
  // An API of look-ups alone, such as that of the account, is not sold.
  const sold = catalogue.functions().filter(({ methods }) => methods.some(({ tariff }) => tariff !== null))
  const names = new Set(sold.map(({ api }) => api))
  const apis = [...names].map((api) => {
    const counted = snapshot.days.get(api)
    const bars = days.map((day) => ({ day, counts: counted?.get(day) }))
    const total = { calls: 0, failed: 0 }
    for (const { counts } of bars) {
      total.calls += counts?.calls ?? 0
      total.failed += counts?.failed ?? 0
    }
    return { title: titles(api), state: stateOfApi(api, snapshot, source, now), total, days: bars }
  })
  const incidents = incidentsOf(snapshot)
  const is_over = ({ ends_at }: Maintenance) => ends_at <= now
  const known = worst(apis.map(({ state }) => state))
  return {
    taken_at: snapshot.taken_at,
    is_old,
    // A refusal of every call is known without the database; that all is well is not.
    overall: is_old && !source.isRefusing() ? 'unknown' : known,
    apis,
    titles,
    open: incidents.filter(({ state }) => state !== 'resolved'),
    closed: incidents.filter(({ state }) => state === 'resolved'),
    planned: snapshot.maintenance.filter((one) => !is_over(one) || isRunning(one, now)),
    past: snapshot.maintenance.filter(is_over),
  }
}
