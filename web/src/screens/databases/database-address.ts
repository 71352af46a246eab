import { type DatabaseDetails, FILE_FORMATS, type FileFormat } from '@portico/contract/databases.ts'
import { paths } from '#lib/paths.ts'

export function databaseIn(path: string): string | undefined {
  const rest = path.slice(paths.databasesList.length).replaceAll('/', '')
  return rest === '' ? undefined : decodeURIComponent(rest)
}

export function addressOf(id: string): string {
  return `${paths.databasesList}/${encodeURIComponent(id)}`
}

/** An order as the address keeps it, so that it is still there after adding funds. */
export interface Draft {
  locations: string[]
  format: FileFormat
  with_updates: boolean
}

/** The locations of an order that the account has in that format. */
export function ownedOf({ owned }: Pick<DatabaseDetails, 'owned'>, { locations, format }: Draft): string[] {
  return locations.filter((location) => owned.some((one) => one.location === location && one.format === format))
}

export function readDraft(search: string, known: readonly string[]): Draft {
  const params = new URLSearchParams(search)
  const chosen = (params.get('locations') ?? '').split(',')
  return {
    locations: known.filter((location) => chosen.includes(location)),
    format: FILE_FORMATS.find((format) => format === params.get('format')) ?? 'jsonl',
    with_updates: params.get('updates') === 'yes',
  }
}

/** The address with this order in it; what is usual is left out. */
export function writeDraft(search: string, { locations, format, with_updates }: Draft): string {
  const next = new URLSearchParams(search)
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
  put('locations', locations.join(','))
  put('format', format === 'jsonl' ? '' : format)
  put('updates', with_updates ? 'yes' : '')
  return next.size > 0 ? `?${next}` : ''
}
