import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Problem } from '@portico/contract/problem.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainAddress } from '#http/client-address.ts'
import { sameText } from '../keys.ts'
import { answerCall } from './answer-call.ts'
import { flat, type Reply, refused } from './envelope.ts'
import type { Call } from './gate.ts'
import { type LetIn, letIn } from './let-in.ts'
import { LARGEST_BYTES } from './read-request.ts'
import type { Gateway } from './room.ts'

const pack = promisify(gzip)
const WORTH_PACKING_BYTES = 1024
/** Before connections are closed by force: what is given up is still told. */
const DRAIN_MS = 8000
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Any page may call with credentials it was given; cookies never count, so there is nothing to steal. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-Cost, X-Balance, X-Request-Id, Retry-After, Idempotency-Replayed',
  'cross-origin-resource-policy': 'cross-origin',
}
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, Content-Encoding, Idempotency-Key, X-Max-Cost',
  'access-control-max-age': '86400',
}

interface Seen {
  id: string
  is_flat: boolean
  call: Call | undefined
}

/** `/v3` and `/sandbox/v3`: without cookies, sessions or XSRF, with bodies and errors of their own. */
export async function mountGateway(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const { gate } = gateway
  const seen = new WeakMap<FastifyRequest, Seen>()

  async function arrive(request: FastifyRequest, reply: FastifyReply) {
    const found: LetIn = await letIn(gate, {
      method: request.method,
      path: request.url.split('?')[0] ?? '/',
      query: isFields(request.query) ? request.query : {},
      ip: plainAddress(request.ip),
      is_in_clear: isInClear(gateway, request),
      authorization: request.headers.authorization,
      idempotency_key: one(request.headers['idempotency-key']),
      max_cost: one(request.headers['x-max-cost']),
    })
    const id = found.ok ? found.call.id : found.id
    seen.set(request, { id, is_flat: found.is_flat, call: found.ok ? found.call : undefined })
    if (!found.ok) return send(request, reply, found.reply)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const call = seen.get(request)?.call
    if (!call) throw new Error('a call was not let in')
    const raw = Buffer.isBuffer(request.body) ? request.body : undefined
    return send(request, reply, await answerCall(gate, call, { raw, encoding: request.headers['content-encoding'] }))
  }

  async function send(request: FastifyRequest, reply: FastifyReply, { http, envelope, headers }: Reply) {
    const { id, is_flat } = seen.get(request) ?? { id: request.id, is_flat: false }
    const text = JSON.stringify(is_flat ? flat(envelope, id) : envelope)
    reply
      .code(http)
      .headers({ ...headers, 'x-request-id': id, 'cache-control': 'no-store', vary: 'Accept-Encoding' })
      .type('application/json; charset=utf-8')
    if (http === 401) reply.header('www-authenticate', 'Basic realm="API login and API password", charset="UTF-8"')
    if (text.length < WORTH_PACKING_BYTES || !acceptsGzip(request)) return reply.send(text)
    return reply.header('content-encoding', 'gzip').send(await pack(text))
  }

  async function fail(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    const since_ms = performance.now()
    const status = error.statusCode ?? 500
    if (status === 413) return send(request, reply, refused(40503, since_ms, 'The body is larger than 10 MB.'))
    if (status >= 400 && status < 500) return send(request, reply, refused(40503, since_ms))
    const is_busy = error instanceof Problem && error.code === 'busy'
    if (is_busy) reply.header('retry-after', '2')
    else gate.ctx.log.error({ err: error, request_id: request.id }, 'a call of the data API failed')
    return send(request, reply, refused(50000, since_ms))
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler(fail)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(CORS)
    })
    for (const url of ['/v3/*', '/sandbox/v3/*']) {
      const route = { url, compress: false, decompress: false } as const
      scope.route({ ...route, method: METHODS, exposeHeadRoute: false, onRequest: arrive, handler: answer })
      scope.route({
        ...route,
        method: 'OPTIONS',
        handler: async (_request, reply) => reply.code(204).headers(PREFLIGHT).send(),
      })
    }
  })

  let patience: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    patience = setTimeout(() => gateway.giveUp(), DRAIN_MS)
  })
  app.addHook('onClose', async () => clearTimeout(patience))
}

/** Credentials in clear are everybody's. On this machine they are, and proxies that are trusted say how they were called. */
function isInClear({ gate, inside }: Gateway, request: FastifyRequest): boolean {
  if (gate.ctx.env.public_url.protocol !== 'https:' || request.protocol === 'https') return false
  if (sameText(one(request.headers['x-portico-inside']) ?? '', inside)) return false
  return !/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.socket.remoteAddress ?? '')
}

function acceptsGzip(request: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(one(request.headers['accept-encoding']) ?? '')
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
