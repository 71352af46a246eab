import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { FILE_ENDINGS } from '@portico/contract/databases.ts'
import { Problem } from '@portico/contract/problem.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Job } from './generate-worker.ts'
import type { Offer } from './shop.ts'
import { type FileKey, type FileRow, findFile, insertFile } from './store.ts'
import type { Written } from './write-file.ts'

const FOLDER = 'databases'
const UNFINISHED = 'unfinished'

export type StoredCtx = Pick<Ctx, 'env' | 'bucket' | 'log'>
type FilesCtx = StoredCtx & Pick<Ctx, 'db' | 'clock'>

export function fileName({ database_id, version, location, format }: FileKey): string {
  return `${database_id}-${version}-${location}.${FILE_ENDINGS[format]}`
}

/** Below DATA_DIR, and in the bucket. */
export function filePath(key: FileKey): string {
  return join(FOLDER, key.database_id, key.version, fileName(key))
}

/** A file is written here until it is whole; a rename then publishes it. */
export async function unfinishedPath({ env }: Pick<Ctx, 'env'>): Promise<string> {
  const folder = join(env.data_dir, FOLDER, UNFINISHED)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, randomUUID())
}

/** From then on it exists under its name, and no longer where it was written. */
export async function publishFile(
  { env, bucket }: Pick<Ctx, 'env' | 'bucket'>,
  from: string,
  path: string,
  written: Written,
): Promise<void> {
  if (bucket) {
    await bucket.upload(from, path, written)
    return rm(from)
  }
  const target = join(env.data_dir, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await rename(from, target)
}

/** The sold file: the existing one, or made now. A lost one is made again, and must come out the same. */
export async function ensureFile(ctx: FilesCtx, offer: Offer, key: FileKey): Promise<FileRow> {
  const known = await findFile(ctx.db, key)
  if (known && (await storageOf(ctx, known))) return known
  const version = offer.versions.find((one) => one.version === key.version)
  const records = version?.locations[key.location]
  const { generator, fields } = offer.source
  if (!version || version.is_published || generator === null || records === undefined)
    throw new Error(`${fileName(key)} is missing in ${ctx.bucket ? 'the bucket' : join(ctx.env.data_dir, FOLDER)}`)
  const path = await unfinishedPath(ctx)
  const job: Job = {
    path,
    format: key.format,
    fields: fields.map(({ name, type, nullable }) => ({ name, type, nullable })),
    wanted: { generator, version: key.version, location: key.location, records },
  }
  let written = await runWorker(job)
  if (known && known.sha256 !== written.sha256) written = await runWorker(withTextDates(job))
  if (known && known.sha256 !== written.sha256) {
    await rm(path)
    throw new Error(`${fileName(key)} was lost, and made again it has another hash: restore it from a backup`)
  }
  await publishFile(ctx, path, filePath(key), written)
  await insertFile(ctx.db, { ...key, ...written, path: filePath(key), records, at: ctx.clock.now() })
  const row = await findFile(ctx.db, key)
  if (!row) throw new Error(`${fileName(key)} was made but is not recorded`)
  return row
}

/** The format of Parquet files that were sold before they had dates. */
function withTextDates(job: Job): Job {
  return { ...job, fields: job.fields.map((field) => (field.type === 'date' ? { ...field, type: 'string' } : field)) }
}

/** A file from before there was a bucket remains on the disk until the operator moves it. */
export async function storageOf(
  { env, bucket, log }: StoredCtx,
  { path, bytes, sha256 }: FileRow,
): Promise<'disk' | 'bucket' | undefined> {
  const on_disk = await stat(join(env.data_dir, path)).catch(() => undefined)
  if (on_disk?.size === bytes) return 'disk'
  const found = await bucket?.find(path).catch((error: unknown) => {
    log.error({ err: error, file: path }, 'file store is unavailable')
    throw new Problem('busy')
  })
  return found?.bytes === bytes && (found.sha256 ?? sha256) === sha256 ? 'bucket' : undefined
}

export async function readStored(ctx: StoredCtx, file: FileRow): Promise<Readable> {
  if (ctx.bucket && (await storageOf(ctx, file)) === 'bucket') return ctx.bucket.read(file.path)
  return createReadStream(join(ctx.env.data_dir, file.path))
}

function runWorker(job: Job): Promise<Written> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./generate-worker.ts', import.meta.url), { workerData: job })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`worker for ${job.path} ended with ${code}`)))
  })
}

/** Deletes files that a dead process was writing. */
export async function removeUnfinished({ env, clock }: Pick<Ctx, 'env' | 'clock'>): Promise<number> {
  const folder = join(env.data_dir, FOLDER, UNFINISHED)
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtime.getTime() > clock.now().getTime() - HOUR_MS) continue
    await rm(path, { force: true, recursive: true })
    removed += 1
  }
  return removed
}
