import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import type { Log } from '#db/log.ts'
import { migrate } from '#db/migrate.ts'
import { readMigrations } from '#db/read-migrations.ts'
import type { SchemaFolders } from '#db/schema-folders.ts'
import { startProblem } from '#db/start-problem.ts'
import { copyIn } from './copy-store.ts'
import { FOLDERS } from './make-backup.ts'
import { type Manifest, readManifest, tableFile } from './manifest.ts'
import { beginFilling, endFilling, isUnused, makePartition, setSequence, tablesOf, undo, writeText } from './store.ts'

export interface RestorePlan {
  folder: string
  data_dir: string
  schema: SchemaFolders
  log: Log
  report(line: string): void
}

/**
 * Fills an unused database with a backup: first the schema of the backup, then its rows, in one transaction, then the
 * newer migrations and functions of this Portico, without which it could not read the restored books.
 */
export async function restoreBackup(pool: pg.Pool, plan: RestorePlan): Promise<Manifest> {
  const folder = resolve(plan.folder)
  const manifest = readManifest(folder)
  checkMigrations(manifest, plan.schema.migrations)
  for (const { name, sha256 } of manifest.tables) await checkFile(folder, name, sha256)
  const folders = FOLDERS.filter((name) => existsSync(join(folder, name)))
  const taken = folders.find((name) => existsSync(join(plan.data_dir, name)))
  if (taken) throw startProblem(`${join(plan.data_dir, taken)} exists already. Restore into a DATA_DIR of its own.`)
  const client = await pool.connect()
  try {
    if (!(await isUnused(client)))
      throw startProblem('This database is in use: it holds users or bookings. Restore into an empty one.')
    await migrate(pool, plan.schema, plan.log, manifest.migrations.length)
    const tables = await tablesOf(client)
    const known = new Set(tables.map(({ name }) => name))
    const strange = manifest.tables.find(({ name }) => !known.has(name))
    if (strange) throw startProblem(`The backup holds a table ${strange.name}, which this Portico does not know.`)
    for (const day of manifest.partitions) await makePartition(client, day)
    await fill(client, folder, manifest, plan)
    await migrate(pool, plan.schema, plan.log)
  } finally {
    client.release(true)
  }
  for (const name of folders) await cp(join(folder, name), join(plan.data_dir, name), { recursive: true })
  return manifest
}

async function fill(client: pg.PoolClient, folder: string, manifest: Manifest, { report }: RestorePlan): Promise<void> {
  const all = await tablesOf(client)
  try {
    await beginFilling(client, all)
    // In the order of this database, in which a row comes after those it refers to.
    for (const { name } of all) {
      const table = manifest.tables.find((one) => one.name === name)
      if (!table) continue
      const source = createGunzip()
      const reading = pipeline(createReadStream(join(folder, tableFile(name))), source)
      const [rows] = await Promise.all([copyIn(client, writeText(table), source), reading])
      if (rows !== table.rows) throw startProblem(`${name} has ${rows} rows, but the backup has ${table.rows}.`)
      if (rows > 0) report(`${name}: ${rows} rows`)
    }
    for (const state of manifest.sequences) await setSequence(client, state)
    await endFilling(client, all)
  } catch (error) {
    await undo(client).catch(() => undefined)
    throw error
  }
}

/** The backup's schema must be one of this Portico's own history. */
function checkMigrations({ migrations, portico }: Manifest, dir: string): void {
  const files = readMigrations(dir)
  const unknown = migrations.find(({ number, sha256 }) => files[number - 1]?.sha256 !== sha256)
  if (unknown)
    throw startProblem(
      `The backup was taken by Portico ${portico} with migration ${unknown.name}, which this version does not have. Restore it with that version or a newer one.`,
    )
}

async function checkFile(folder: string, name: string, sha256: string): Promise<void> {
  const file = join(folder, tableFile(name))
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk)
  } catch {
    throw startProblem(`${file} is missing. The backup is not whole.`)
  }
  if (hash.digest('hex') !== sha256) throw startProblem(`${file} is damaged: it is not what was written.`)
}
