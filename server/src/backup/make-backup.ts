import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { startProblem } from '#db/start-problem.ts'
import { copyOut } from './copy-store.ts'
import { FORMAT, MANIFEST, type Manifest, tableFile } from './manifest.ts'
import {
  beginSnapshot,
  migrationsIn,
  partitionsOf,
  readText,
  sequencesOf,
  type TableShape,
  tablesOf,
  undo,
} from './store.ts'

/** Files beside the database: sold ones, and moved days. */
export const FOLDERS = ['databases', 'moved-days']

export interface BackupPlan {
  folder: string
  data_dir: string
  version: string
  report(line: string): void
}

/**
 * Writes all tables as they were at one moment, while the server continues. The folder gets its final name when it is
 * complete. SECRET is not in it: a stolen backup must not open what is sealed with it.
 */
export async function makeBackup(client: pg.ClientBase, plan: BackupPlan): Promise<Manifest> {
  const folder = resolve(plan.folder)
  if (existsSync(folder)) throw startProblem(`${folder} exists already. Name a folder that does not.`)
  const draft = `${folder}.partial`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const taken_at = await beginSnapshot(client)
  try {
    const migrations = await migrationsIn(client)
    if (migrations.length === 0) throw startProblem('This database holds nothing of Portico.')
    const tables: Manifest['tables'] = []
    for (const table of await tablesOf(client)) {
      const written = await writeTable(client, draft, table)
      tables.push({ ...table, ...written })
      if (written.rows > 0) plan.report(`${table.name}: ${written.rows} rows, ${written.bytes} bytes`)
    }
    const manifest: Manifest = {
      format: FORMAT,
      portico: plan.version,
      taken_at: taken_at.toISOString(),
      migrations,
      tables,
      sequences: await sequencesOf(client),
      partitions: await partitionsOf(client),
      files: await copyFiles(plan.data_dir, draft),
    }
    await writeFile(join(draft, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 })
    await rename(draft, folder)
    return manifest
  } finally {
    await undo(client)
  }
}

async function writeTable(client: pg.ClientBase, folder: string, table: TableShape) {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  // In the text format every plain line end is the end of a row.
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1
      done(null, chunk)
    },
  })
  const sum = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const file = createWriteStream(join(folder, tableFile(table.name)), { mode: 0o600 })
  await pipeline(copyOut(client, readText(table)), count, createGzip({ level: 1 }), sum, file)
  return { rows, bytes, sha256: hash.digest('hex') }
}

async function copyFiles(data_dir: string, folder: string): Promise<number> {
  let files = 0
  for (const name of FOLDERS) {
    const from = join(data_dir, name)
    if (!existsSync(from)) continue
    await cp(from, join(folder, name), { recursive: true })
    const names = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
    files += names.filter((one) => one.isFile()).length
  }
  return files
}
