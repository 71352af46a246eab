import { Readable } from 'node:stream'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { Ctx, UserCtx } from '../ctx.ts'
import { type Limit, spend } from './limits.ts'
import { admit, type Mounting } from './mount.ts'
import { readInput } from './read-input.ts'

interface File<I extends z.ZodMiniType> extends Pick<Endpoint, 'path' | 'caller'> {
  input: I
}

interface Written {
  /** With its ending. */
  name: string
  type: string
  /** Where they are known, so that the browser can say how far it is. */
  bytes?: number
  lines: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** A file is not JSON, so it stands beside the contract's endpoints; who may ask is checked as there. */
export function mountFile<I extends z.ZodMiniType>(
  app: FastifyInstance,
  ctx: Ctx,
  to: Mounting,
  file: File<I>,
  limit: Limit,
  write: (ctx: UserCtx, input: z.output<I>) => Promise<Written>,
): void {
  app.get(file.path, { exposeHeadRoute: false }, async (request, reply) => {
    const { session, ...asked } = await admit(ctx, to, { method: 'GET', caller: file.caller }, request, reply)
    if (!session) throw new Problem('sign_in_needed')
    const input = readInput(file.input, request.query)
    const reader = { ...asked, session, db: ctx.readAs(session.user_id) }
    const { name, type, lines, bytes } = await write(reader, input)
    await spend(ctx, [{ limit, of: String(session.user_id) }])
    // Letters, digits, dashes and dots only: it goes into a header.
    const safe = name.replaceAll(/[^\w.-]+/g, '')
    if (bytes !== undefined) reply.header('content-length', bytes)
    return reply
      .header('cache-control', 'no-store')
      .header('vary', 'Cookie')
      .header('content-disposition', `attachment; filename="${safe}"`)
      .type(type)
      .send(Readable.from(lines, { objectMode: false }))
  })
}
