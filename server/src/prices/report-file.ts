import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { VersionRow } from './store.ts'

interface FileState {
  book: string
  file_catalogue: Catalogue
  applied: Pick<VersionRow, 'book' | 'version'> | undefined
  is_file_used: boolean
}

/** Warns where the file of the prices is not what counts. */
export function reportFile(
  { log }: Pick<Ctx, 'log'>,
  { book, file_catalogue, applied, is_file_used }: FileState,
): void {
  if (!applied || applied.book === book) return
  const { version } = file_catalogue.prices
  const fields = { file_version: version, applied: applied.version }
  if (is_file_used)
    log.warn(
      fields,
      'the applied prices fit nothing of this provider folder, so those of its prices.yaml count: portico prices apply makes them a version',
    )
  else if (applied.version === version)
    log.warn(
      fields,
      'prices.yaml differs from the applied version of the same name and does not count: give it another version, then portico prices apply',
    )
  else
    log.warn(fields, 'prices.yaml is not applied and does not count: portico prices check, then portico prices apply')
}
