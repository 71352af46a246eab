import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AsyncBuffer } from 'hyparquet'
import type { Ctx } from '#ctx/ctx.ts'

type FilesCtx = Pick<Ctx, 'env' | 'bucket'>

export interface StoredFile {
  path: string
  bytes: number
  sha256: string
}

const FOLDER = 'moved-days'

export function filePath(kind: string, day: string, attempt: string): string {
  return `${FOLDER}/${kind}/${day.slice(0, 4)}/${day}-${attempt}.parquet`
}

/** A file is written beside its name until it is whole. */
export async function draftOf({ env }: Pick<Ctx, 'env'>, path: string): Promise<string> {
  const draft = join(env.data_dir, `${path}.partial`)
  await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
  return draft
}

/** From then on it is under its name, on the disk or in the bucket. */
export async function publish(ctx: FilesCtx, draft: string, path: string): Promise<StoredFile> {
  const facts = { bytes: (await stat(draft)).size, sha256: await hashOf(draft) }
  if (ctx.bucket) {
    await ctx.bucket.upload(draft, path, facts)
    await rm(draft, { force: true })
  } else {
    const file = await open(draft, 'r')
    // The rows leave the database next: what a power cut would take must not be all there is.
    await file.sync().finally(() => file.close())
    await rename(draft, join(ctx.env.data_dir, path))
  }
  return { path, ...facts }
}

export async function removeFile({ env, bucket }: FilesCtx, path: string): Promise<void> {
  await rm(join(env.data_dir, `${path}.partial`), { force: true })
  await rm(join(env.data_dir, path), { force: true })
  await bucket?.remove(path)
}

/** Parts of the file, from wherever it is: one that was written before there was a bucket remains on the disk. */
export async function openStored({ env, bucket }: FilesCtx, { path, bytes }: StoredFile): Promise<AsyncBuffer> {
  const local = join(env.data_dir, path)
  if ((await stat(local).catch(() => undefined))?.size === bytes)
    return { byteLength: bytes, slice: (from, to = bytes) => readPart(local, from, to) }
  if (!bucket) throw new Error(`${local} is missing or has another size`)
  return { byteLength: bytes, slice: (from, to = bytes) => bucket.readPart(path, from, to) }
}

async function readPart(path: string, from: number, to: number): Promise<ArrayBuffer> {
  const file = await open(path, 'r')
  try {
    const part = new Uint8Array(to - from)
    for (let filled = 0; filled < part.length; ) {
      const { bytesRead } = await file.read(part, filled, part.length - filled, from + filled)
      if (bytesRead === 0) throw new Error(`${path} ends before ${to}`)
      filled += bytesRead
    }
    return part.buffer
  } finally {
    await file.close()
  }
}

/** Undefined where the file is missing. */
export async function storedHash({ env, bucket }: FilesCtx, { path }: StoredFile): Promise<string | undefined> {
  const local = join(env.data_dir, path)
  if (await stat(local).catch(() => undefined)) return hashOf(local)
  if (!(await bucket?.find(path))) return undefined
  const hash = createHash('sha256')
  for await (const chunk of (await bucket?.read(path)) ?? []) hash.update(chunk)
  return hash.digest('hex')
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
