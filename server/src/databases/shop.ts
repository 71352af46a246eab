import { type Cadence, locationPrice } from '@portico/contract/databases.ts'
import type { Language } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { DatabaseSource, DatabaseVersion } from '#ctx/databases.ts'
import { textIn } from './read-databases.ts'
import { publishedVersions } from './version-store.ts'

const MONTHS: Record<Cadence, number> = { weekly: 0, monthly: 1, quarterly: 3 }

export interface Offer {
  source: DatabaseSource
  /** Newest first; `is_published`: its files came from the provider and cannot be made again. */
  versions: (DatabaseVersion & { is_published: boolean })[]
  current: DatabaseVersion & { is_published: boolean }
}

/** Everything for sale now: the provider's files, and the versions published since. */
export async function offersOf(ctx: Pick<Ctx, 'db' | 'databases'>): Promise<Offer[]> {
  const published = await publishedVersions(ctx.db)
  return ctx.databases.flatMap((source) => {
    const added = published
      .filter(({ database_id }) => database_id === source.id)
      .map(({ version, published_on, locations, changes }) => ({
        version,
        date: published_on,
        locations,
        changes,
        is_published: true,
      }))
    const known = source.versions.map((version) => ({ ...version, is_published: source.generator === null }))
    const versions = [...added, ...known.filter(({ version }) => added.every((one) => one.version !== version))]
    const sorted = versions.toSorted((a, b) => (a.version < b.version ? 1 : -1))
    // Where every version comes from files, nothing is for sale before the first was published.
    const current = sorted.find(({ version }) => source.generator || added.some((one) => one.version === version))
    return current ? [{ source, versions: sorted, current }] : []
  })
}

export async function offerOf(ctx: Pick<Ctx, 'db' | 'databases'>, id: string): Promise<Offer> {
  const offer = (await offersOf(ctx)).find(({ source }) => source.id === id)
  if (!offer) throw new Problem('unknown_database')
  return offer
}

export function coverageOf({ source, current }: Offer) {
  return Object.entries(current.locations)
    .map(([location, records]) => ({
      location,
      records,
      price_micros: locationPrice(records, source.price_per_thousand_micros),
    }))
    .toSorted((a, b) => b.records - a.records || (a.location < b.location ? -1 : 1))
}

export function summaryOf(offer: Offer, language: Language) {
  const { source, current } = offer
  const coverage = coverageOf(offer)
  return {
    id: source.id,
    title: textIn(source.title, language),
    summary: textIn(source.summary, language),
    category: source.category,
    source: textIn(source.source, language),
    cadence: source.cadence,
    records: totalOf(current),
    fields: source.fields.length,
    locations: coverage.map(({ location }) => location),
    price_from_micros: Math.min(...coverage.map(({ price_micros }) => price_micros)),
    price_per_thousand_micros: source.price_per_thousand_micros,
    version: current.version,
    updated_on: current.date,
    next_on: nextDate(current.date, source.cadence),
  }
}

export function detailsOf(offer: Offer, language: Language) {
  const { source, versions } = offer
  return {
    ...summaryOf(offer, language),
    description: textIn(source.description, language),
    dictionary: source.fields.map(({ about, ...field }) => ({ ...field, about: textIn(about, language) })),
    coverage: coverageOf(offer),
    versions: versions.map((version, at) => {
      const before = versions[at + 1]
      return {
        version: version.version,
        date: version.date,
        records: totalOf(version),
        records_more: before ? totalOf(version) - totalOf(before) : null,
        locations_added: before
          ? Object.keys(version.locations).filter((location) => !Object.hasOwn(before.locations, location))
          : [],
        changes: textIn(version.changes, language),
      }
    }),
  }
}

function totalOf({ locations }: Pick<DatabaseVersion, 'locations'>): number {
  return Object.values(locations).reduce((sum, records) => sum + records, 0)
}

/** The same day of a later month, or the last one where that month is shorter. */
export function nextDate(date: string, cadence: Cadence): string {
  const from = new Date(`${date}T00:00:00Z`)
  if (cadence === 'weekly') return utcDay(new Date(from.getTime() + 7 * DAY_MS))
  const month = from.getUTCMonth() + MONTHS[cadence]
  const last_day = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const next = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), last_day))
  return utcDay(new Date(next))
}
