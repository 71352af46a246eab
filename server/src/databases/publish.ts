import { copyFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { FILE_FORMATS } from '@portico/contract/databases.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { may } from '@portico/contract/permissions.ts'
import { isMember, roleAt } from '#access/room.ts'
import { audit } from '#audit/room.ts'
import { inTx } from '#db/tx.ts'
import { enqueueMail } from '#mail/room.ts'
import { userById } from '#users/room.ts'
import { siteOfAccount } from '#whitelabel/room.ts'
import type { RequestCtx } from '../ctx.ts'
import type { DatabaseSource } from '../ctx-databases.ts'
import { checkLocation, folderFault, type NewVersion, readVersionFile, sourceName } from './check-folder.ts'
import { filePath, putInPlace, unfinishedPath } from './files.ts'
import { textIn } from './read-databases.ts'
import { offersOf } from './shop.ts'
import { type FileRow, giveFiles, insertFile, insertVersion, type PurchaseRow, purchasesWithUpdates } from './store.ts'
import { hashFile } from './write-file.ts'

/**
 * Adds a version from a folder of the server's own disk. Files are checked, copied and hashed first; the version, its files,
 * what buyers with updates get and their mails are one transaction, so that it is published wholly or not at all.
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
  for (const location of expected) locations[location] = await checkLocation(folder, source, location)
  const files: FileRow[] = []
  for (const location of expected)
    for (const format of FILE_FORMATS)
      files.push(await takeFile(ctx, { folder, source, fresh, location, format, records: locations[location] ?? 0 }))
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const at = ctx.clock.now()
    const { version, date, changes } = fresh
    if (!(await insertVersion(db, { database_id: source.id, version, date, changes, locations, at })))
      throw folderFault(`${version} was published before`)
    for (const file of files) await insertFile(db, file)
    const buyers = await purchasesWithUpdates(db, source.id, at)
    for (const purchase of buyers) await giveFiles(db, purchase.id, filesFor(purchase, files), at)
    const mails = await mailBuyers(within, source, fresh, buyers)
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
  const copy = await unfinishedPath(ctx)
  await copyFile(join(folder, sourceName(location, format)), copy)
  const [{ size }, sha256] = [await stat(copy), await hashFile(copy)]
  await putInPlace(ctx, copy, filePath(key))
  return { ...key, path: filePath(key), bytes: size, records, sha256, at: ctx.clock.now() }
}

function filesFor(purchase: PurchaseRow, files: FileRow[]): FileRow[] {
  return files.filter(({ format, location }) => format === purchase.format && purchase.locations.includes(location))
}

/** The owner and whoever bought it, once each, however often it was bought. */
async function mailBuyers(
  ctx: RequestCtx,
  source: DatabaseSource,
  { version }: NewVersion,
  buyers: PurchaseRow[],
): Promise<number> {
  const people = new Set<number>()
  for (const { owner_id, created_by } of buyers) {
    people.add(owner_id)
    if (await mayDownload(ctx, owner_id, created_by)) people.add(created_by)
  }
  let sent = 0
  for (const id of people) {
    const user = await userById(ctx, id)
    if (user?.status !== 'active') continue
    const site = await siteOfAccount(ctx, id)
    const language = languageOfField(user.language)
    const link = new URL('/databases/purchases', site.origin).href
    const data = { name: user.name, database: textIn(source.title, language), version, link }
    await enqueueMail(ctx, { to: user.email, site, template: 'database_updated', language, data })
    sent += 1
  }
  return sent
}

async function mayDownload(ctx: RequestCtx, owner_id: number, user_id: number): Promise<boolean> {
  const is_in = owner_id === user_id || (await isMember(ctx, owner_id, user_id))
  return is_in && may(await roleAt(ctx, owner_id, user_id), 'download_databases')
}
