import { join } from 'node:path'
import { databaseCards } from '@portico/contract/database-cards.ts'
import { FILE_PATH, purchaseReceipt, sampleFile } from '@portico/contract/database-files.ts'
import { databases, type FileFormat } from '@portico/contract/databases.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import type { Limit } from '#http/limits.ts'
import { mount } from '#http/mount.ts'
import { mountFile } from '#http/mount-file.ts'
import { sendStoredFile } from '#http/send-stored-file.ts'
import type { FileBucket } from '#integrations/file-bucket.ts'
import { sendDeadLinkPage, wantsPage } from './dead-link-page.ts'
import { fileName, storageOf } from './files.ts'
import { databaseCardsHandlers, databasesHandlers } from './handlers.ts'
import { fileOfLink, type Link } from './links.ts'
import { receiptOf } from './receipt.ts'
import { sampleLines } from './sample.ts'
import type { FileRow } from './store.ts'

const EXPORTS: Limit = { name: 'database-sample', max: 120, window_ms: 10 * MINUTE_MS }
const TYPES: Record<FileFormat, string> = {
  jsonl: 'application/gzip',
  csv: 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
}
/** Time within which a download from a URL of the store must begin. */
const STORE_LINK_S = 5 * 60

const params = z.object({ purchase: z.uuid(), name: z.string().check(z.maxLength(200)) })
const whole = z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))
const query = z.object({
  by: whole,
  n: whole,
  until: whole,
  sso: z.optional(whole),
  seal: z.string().check(z.maxLength(100)),
})

export function databaseRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, databases, databasesHandlers)
  mount(app, ctx, checks, databaseCards, databaseCardsHandlers)
  mountFile(app, ctx, checks, sampleFile, EXPORTS, sampleLines)
  mountFile(app, ctx, checks, purchaseReceipt, EXPORTS, receiptOf)
  app.route({
    method: ['GET', 'HEAD'],
    url: `${FILE_PATH}/:purchase/:name`,
    compress: false,
    handler: (request, reply) => sendLinked(ctx, request, reply),
  })
}

function linkIn(request: FastifyRequest): (Link & { seal: string }) | undefined {
  const [path, search] = [params.safeParse(request.params), query.safeParse(request.query)]
  if (!path.success || !search.success) return undefined
  const { by, n, until, seal, sso } = search.data
  const { purchase, name } = path.data
  return { purchase_id: purchase, name, user_id: by, number: n, until, sso_owner_id: sso, seal }
}

async function sendLinked(ctx: Ctx, request: FastifyRequest, reply: FastifyReply) {
  const link = linkIn(request)
  const file = link && (await fileOfLink(ctx, link))
  // An expired, altered or foreign link looks like one that never existed.
  if (!file) {
    if (wantsPage(request)) return sendDeadLinkPage(ctx, request, reply)
    throw new Problem('link_used')
  }
  const where = await storageOf(ctx, file)
  if (where === undefined) {
    ctx.log.error({ file: file.path, purchase: link.purchase_id }, 'file of a purchase is missing')
    throw new Problem('files_not_ready')
  }
  if (where === 'bucket' && ctx.bucket) return sendOn(ctx, ctx.bucket, request, reply, file, link.until)
  return sendFile(ctx, request, reply, file)
}

/**
 * The store sends it, to any client with a URL that we have just signed. A client that continues a download comes to us again: its
 * right is checked again.
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
  const input = {
    method: request.method === 'HEAD' ? ('HEAD' as const) : ('GET' as const),
    seconds: Math.min(STORE_LINK_S, left_s),
    name: fileName(file),
    type: TYPES[file.format],
  }
  return reply.header('cache-control', 'no-store').redirect(bucket.linkTo(file.path, input), 302)
}

function sendFile(ctx: Pick<Ctx, 'env'>, request: FastifyRequest, reply: FastifyReply, file: FileRow) {
  const { bytes, sha256, at, format } = file
  reply.header('cache-control', 'private, no-cache')
  return sendStoredFile(request, reply, {
    path: join(ctx.env.data_dir, file.path),
    name: fileName(file),
    type: TYPES[format],
    bytes,
    tag: sha256,
    modified: at,
    sha256,
  })
}
