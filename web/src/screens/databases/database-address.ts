import { type DatabaseDetails, FILE_FORMATS, type FileFormat } from '@portico/contract/databases.ts'
import { paths } from '#lib/paths.ts'
import { changedSearch, oneOf, searchParams } from '#lib/search-params.ts'

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

const readParams = searchParams({
  locations: (text) => text.split(','),
  format: oneOf(FILE_FORMATS, 'jsonl'),
  updates: (text) => text === 'yes',
})

export function readDraft(search: string, known: readonly string[]): Draft {
  const { locations, format, updates } = readParams(search)
  return { locations: known.filter((location) => locations.includes(location)), format, with_updates: updates }
}

/** The address with this order in it; what is usual is left out. */
export function writeDraft(search: string, { locations, format, with_updates }: Draft): string {
  return changedSearch(search, {
    locations: locations.join(','),
    format: format === 'jsonl' ? '' : format,
    updates: with_updates ? 'yes' : '',
  })
}
