import { Readable } from 'node:stream'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { type AccessChecks, admit } from './admit.ts'
import { type Limit, spend } from './limits.ts'
import { readInput } from './read-input.ts'
import { type StoredFile, sendStoredFile } from './send-stored-file.ts'

interface File<I extends z.ZodMiniType> extends Pick<Endpoint, 'path' | 'caller' | 'reads'> {
  input: I
}

interface Written {
  /** With its extension. */
  name: string
  type: string
  lines: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** A file is not JSON, so it has a route beside the contract's endpoints; the same access check applies. */
export function mountFile<I extends z.ZodMiniType>(
  app: FastifyInstance,
  ctx: Ctx,
  checks: AccessChecks,
  file: File<I>,
  limit: Limit,
  write: (ctx: UserCtx, input: z.output<I>) => Promise<Written>,
): void {
  app.get(file.path, { exposeHeadRoute: false }, async (request, reply) => {
    const { request_ctx, input } = await admitted(ctx, checks, file, request, reply)
    const begin = async (on: UserCtx) => begun(await write(readerOf(on), input))
    const { name, type, lines } =
      file.reads && ctx.replicas ? await ctx.replicas.read(request_ctx, begin) : await begin(request_ctx)
    await spend(ctx, [{ limit, of: String(request_ctx.session.user_id) }])
    // Only characters of `[\w.-]`: it goes into a header.
    const safe = name.replaceAll(/[^\w.-]+/g, '')
    return reply
      .header('cache-control', 'no-store')
      .header('vary', 'Cookie')
      .header('content-disposition', `attachment; filename="${safe}"`)
      .type(type)
      .send(Readable.from(lines, { objectMode: false }))
  })
}

/** The same for a stored file: a download can be resumed, and each part of it passes the access check again. */
export function mountStoredFile<I extends z.ZodMiniType>(
  app: FastifyInstance,
  ctx: Ctx,
  checks: AccessChecks,
  file: File<I>,
  limit: Limit,
  find: (ctx: UserCtx, input: z.output<I>) => Promise<StoredFile>,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: file.path,
    compress: false,
    handler: async (request, reply) => {
      const { request_ctx, input } = await admitted(ctx, checks, file, request, reply)
      const stored = await find(readerOf(request_ctx), input)
      await spend(ctx, [{ limit, of: String(request_ctx.session.user_id) }])
      return sendStoredFile(request, reply.header('cache-control', 'no-store').header('vary', 'Cookie'), stored)
    },
  })
}

const readerOf = (ctx: UserCtx): UserCtx => ({ ...ctx, db: ctx.readAs(ctx.session) })

/** Its first part has been read, so a database that fails is noticed before anything is sent. */
async function begun({ lines, ...written }: Written): Promise<Written> {
  const parts = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  const first = await parts.next()
  async function* all() {
    for (let part = first; !part.done; part = await parts.next()) yield part.value
  }
  return { ...written, lines: all() }
}

async function admitted<I extends z.ZodMiniType>(
  ctx: Ctx,
  checks: AccessChecks,
  file: File<I>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { session, ...rest } = await admit(ctx, checks, { method: 'GET', caller: file.caller }, request, reply)
  if (!session) throw new Problem('sign_in_needed')
  const input = readInput(file.input, request.query)
  return { request_ctx: { ...rest, session }, input }
}
