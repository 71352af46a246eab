import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { databaseCards } from '@portico/contract/database-cards.ts'
import { FILE_PATH, purchaseReceipt, sampleFile } from '@portico/contract/database-files.ts'
import { databases, type FileFormat } from '@portico/contract/databases.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Limit } from '#http/limits.ts'
import { type Mounting, mount } from '#http/mount.ts'
import { mountFile } from '#http/mount-file.ts'
import type { FileBucket } from '#outside/file-bucket.ts'
import type { Ctx } from '../ctx.ts'
import { fileName, whereIs } from './files.ts'
import { databaseCardsHandlers, databasesHandlers } from './handlers.ts'
import { fileOfLink } from './links.ts'
import { planRange } from './plan-range.ts'
import { receiptOf } from './receipt.ts'
import { sampleLines } from './sample.ts'
import type { FileRow } from './store.ts'

const EXPORTS: Limit = { name: 'database-sample', max: 120, window_ms: 10 * 60 * 1000 }
const TYPES: Record<FileFormat, string> = {
  jsonl: 'application/gzip',
  csv: 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
}
/** How long an address of the store may be begun with. */
const STORE_LINK_S = 5 * 60
/** What is in memory of one download at a time. */
const CHUNK_BYTES = 64 * 1024

const params = z.object({ purchase: z.uuid(), name: z.string().check(z.maxLength(200)) })
const whole = z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))
const query = z.object({
  by: whole,
  n: whole,
  until: whole,
  sso: z.optional(whole),
  seal: z.string().check(z.maxLength(100)),
})

export function databaseRoutes(app: FastifyInstance, ctx: Ctx, to: Mounting): void {
  mount(app, ctx, to, databases, databasesHandlers)
  mount(app, ctx, to, databaseCards, databaseCardsHandlers)
  mountFile(app, ctx, to, sampleFile, EXPORTS, sampleLines)
  mountFile(app, ctx, to, purchaseReceipt, EXPORTS, receiptOf)
  app.route({
    method: ['GET', 'HEAD'],
    url: `${FILE_PATH}/:purchase/:name`,
    compress: false,
    handler: (request, reply) => sendLinked(ctx, request, reply),
  })
}

async function sendLinked(ctx: Ctx, request: FastifyRequest, reply: FastifyReply) {
  const [place, said] = [params.safeParse(request.params), query.safeParse(request.query)]
  // A link that is over, altered or somebody else's looks like one that never was.
  if (!place.success || !said.success) throw new Problem('link_used')
  const { by, n, until, seal, sso } = said.data
  const { purchase, name } = place.data
  const link = { purchase_id: purchase, name, user_id: by, number: n, until, sso_owner_id: sso, seal }
  const file = await fileOfLink(ctx, link)
  if (!file) throw new Problem('link_used')
  const where = await whereIs(ctx, file)
  if (where === undefined) {
    ctx.log.error({ file: file.path, purchase }, 'file of a purchase is missing')
    throw new Problem('files_not_ready')
  }
  if (where === 'bucket' && ctx.bucket) return sendOn(ctx, ctx.bucket, request, reply, file, until)
  return sendFile(ctx, request, reply, file)
}

/**
 * The store sends it, to whoever comes with an address that we have just signed. Who goes on with a download asks us again: it is
 * looked up anew whether they may.
 */
function sendOn(
  { clock }: Pick<Ctx, 'clock'>,
  bucket: FileBucket,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileRow,
  until: number,
) {
  const left_s = until - Math.floor(clock.now().getTime() / 1000)
  const wish = {
    method: request.method === 'HEAD' ? ('HEAD' as const) : ('GET' as const),
    seconds: Math.min(STORE_LINK_S, left_s),
    name: fileName(file),
    type: TYPES[file.format],
  }
  return reply.header('cache-control', 'no-store').redirect(bucket.linkTo(file.path, wish), 302)
}

function sendFile(ctx: Pick<Ctx, 'env'>, request: FastifyRequest, reply: FastifyReply, file: FileRow) {
  const { bytes, sha256, at, format } = file
  const etag = `"${sha256}"`
  reply.headers({
    etag,
    'last-modified': at.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': `attachment; filename="${fileName(file)}"`,
    'content-type': TYPES[format],
    // Checked by the client without asking us again (RFC 9530).
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  })
  const { 'if-none-match': none, 'if-range': if_range, range } = request.headers
  if (none?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')) return reply.code(304).send()
  const plan = planRange(bytes, { range, if_range: header(if_range) }, { etag, modified: at })
  if (plan.kind === 'beyond') return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  const { start, end } = plan.kind === 'part' ? plan : { start: 0, end: bytes - 1 }
  if (plan.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(createReadStream(join(ctx.env.data_dir, file.path), { start, end, highWaterMark: CHUNK_BYTES }))
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
