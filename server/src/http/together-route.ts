import { PassThrough } from 'node:stream'
import { together } from '@portico/contract/together.ts'
import { TOGETHER_PATH } from '@portico/contract/together-address.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AT_ONCE } from './compression.ts'
import { readInput } from './read-input.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route may be read through `TOGETHER_PATH`. */
    together?: boolean
  }
}

/** These describe the connection and the outer reply, not the caller. */
const OUTER = new Set(['accept-encoding', 'connection', 'content-length', 'if-none-match', 'x-request-id'])

/**
 * Answers reads of one moment, each through its own route with the caller's headers: no guard can be missed. A line is
 * sent as soon as its read is done. Routes registered after this one may declare that they can be read here.
 */
export function togetherRoute(app: FastifyInstance): void {
  const readable = new Set<string>()
  app.addHook('onRoute', ({ config, url }) => void (config?.together && readable.add(url)))
  app.get(TOGETHER_PATH, { exposeHeadRoute: false, compress: AT_ONCE }, async (request, reply) => {
    const { read } = readInput(together.input, { read: [(request.query as { read?: unknown }).read].flat() })
    const lines = new PassThrough()
    const answers = read.map(async (url, at) => {
      const [status, body] = readable.has(url.split('?')[0] ?? '') ? await readAlone(app, request, url) : [404, 'null']
      lines.write(`[${at},${status},${body}]\n`)
    })
    Promise.all(answers).then(
      () => lines.end(),
      (error: Error) => lines.destroy(error),
    )
    return reply
      .header('cache-control', 'no-store')
      .header('vary', 'Cookie')
      .header('x-accel-buffering', 'no')
      .type('application/x-ndjson; charset=utf-8')
      .send(lines)
  })
}

async function readAlone(app: FastifyInstance, request: FastifyRequest, url: string): Promise<[number, string]> {
  const answer = await app.inject({
    method: 'GET',
    url,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OUTER.has(name))),
    remoteAddress: request.socket.remoteAddress ?? '',
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return [answer.statusCode, isJson ? answer.body : 'null']
}
