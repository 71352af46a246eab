import { copyFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { FILE_FORMATS } from '@portico/contract/databases.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { DatabaseSource } from '#ctx/databases.ts'
import { inTx } from '#db/tx.ts'
import type { FileBucket } from '#integrations/file-bucket.ts'
import { checkFiles, checkLocation, folderFault, type NewVersion, readVersionFile, sourceName } from './check-folder.ts'
import { filePath, publishFile, unfinishedPath } from './files.ts'
import { mailBuyers } from './mail-buyers.ts'
import { offersOf } from './shop.ts'
import { type FileRow, giveFiles, insertFile, type PurchaseRow } from './store.ts'
import { insertVersion, lockOffer, purchasesWithUpdates } from './version-store.ts'
import { hashFile, type Written } from './write-file.ts'

/**
 * Adds a version from a folder of the server's own disk. Files are checked, copied and hashed first; the version, its files, the
 * updates of buyers and their mails are one transaction, so that it is published wholly or not at all.
 */
export async function publishVersion(ctx: RequestCtx, { folder, by }: { folder: string; by: string }) {
  if (!isAbsolute(folder)) throw folderFault('must be a folder, with its whole path')
  const fresh = readVersionFile(folder)
  const source = ctx.databases.find(({ id }) => id === fresh.database)
  if (!source) throw folderFault(`there is no database '${fresh.database}'`)
  const newest = (await offersOf(ctx)).find((offer) => offer.source.id === source.id)?.current.version ?? ''
  if (fresh.version <= newest) throw folderFault(`${fresh.version} is not newer than ${newest}`)
  const locations: Record<string, number> = {}
  const expected = Object.keys(source.versions[0]?.locations ?? {})
  await checkFiles(folder, expected)
  for (const location of expected) locations[location] = await checkLocation(folder, source, location)
  const files: FileRow[] = []
  for (const location of expected)
    for (const format of FILE_FORMATS)
      files.push(await takeFile(ctx, { folder, source, fresh, location, format, records: locations[location] ?? 0 }))
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const at = ctx.clock.now()
    const { version, date, changes } = fresh
    await lockOffer(db, source.id, 'publish')
    if (!(await insertVersion(db, { database_id: source.id, version, date, changes, locations, at })))
      throw folderFault(`${version} was published before`)
    for (const file of files) await insertFile(db, file)
    const buyers = await purchasesWithUpdates(db, source.id, at)
    for (const purchase of buyers) await giveFiles(db, purchase.id, filesFor(purchase, files), at)
    const mails = await mailBuyers(within, source, version, buyers)
    await audit(within, 'database_published', {
      actor: `operator:${by}`,
      detail: { database: source.id, version, count: files.length },
    })
    return { database: source.id, version, files: files.length, purchases: buyers.length, mails }
  })
}

interface Taken {
  folder: string
  source: DatabaseSource
  fresh: NewVersion
  location: string
  format: FileRow['format']
  records: number
}

async function takeFile(
  ctx: RequestCtx,
  { folder, source, fresh, location, format, records }: Taken,
): Promise<FileRow> {
  const key = { database_id: source.id, version: fresh.version, location, format }
  const from = join(folder, sourceName(location, format))
  const path = filePath(key)
  const written = ctx.bucket ? await uploaded(ctx.bucket, from, path) : await copied(ctx, from, path)
  return { ...key, ...written, path, records, at: ctx.clock.now() }
}

async function copied(ctx: RequestCtx, from: string, path: string): Promise<Written> {
  const copy = await unfinishedPath(ctx)
  await copyFile(from, copy)
  const written = await factsOf(copy)
  await publishFile(ctx, copy, path, written)
  return written
}

/** Uploaded from its folder, without a copy on this disk; the operator sees an error of the store. */
async function uploaded(bucket: FileBucket, from: string, path: string): Promise<Written> {
  const written = await factsOf(from)
  await bucket.upload(from, path, written).catch((error: Error) => {
    throw folderFault(`${from}: ${error.message}`)
  })
  return written
}

async function factsOf(path: string): Promise<Written> {
  return { bytes: (await stat(path)).size, sha256: await hashFile(path) }
}

function filesFor(purchase: PurchaseRow, files: FileRow[]): FileRow[] {
  return files.filter(({ format, location }) => format === purchase.format && purchase.locations.includes(location))
}
