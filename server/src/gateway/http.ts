import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { CODE, isGood } from '@portico/contract/codes.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onceFor, type PlainRoots } from '#catalogue/index.ts'
import { isCallId, newCallId } from '#crypto/call-id.ts'
import { plainAddress } from '#http/client-address.ts'
import { noteForLog } from '#http/request-log.ts'
import { type Arrival, authorizeCall, calledOf, endpointOf, isFreeCall } from './admit/authorize-call.ts'
import { isFromInside, isInClear, one } from './admit/in-clear.ts'
import { answerCall, enterCall } from './answer-call.ts'
import { apiHost } from './api-host.ts'
import type { Call } from './gate.ts'
import { type InFlightRequest, openInFlightRequest } from './in-flight-request.ts'
import type { Gateway } from './index.ts'
import { type Called, countOutcomes, NOT_CALLED } from './metrics.ts'
import { isDatabaseDown, isStalled, unavailable } from './record/booking-health.ts'
import { isSoldOptions, plainAddresses, preflightOf, routesOf, soldLater } from './routes.ts'
import { type Envelope, isRecord, type Reply, refused } from './wire/envelope.ts'
import { flat } from './wire/flat-answer.ts'
import { problemOf } from './wire/plain-status.ts'
import { sendReply } from './wire/send-reply.ts'

/** Less than the forced close of connections, so that an aborted call can still be answered. */
const DRAIN_MS = 8000
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
/** Any origin may call with API credentials; cookies never count, so a page cannot use its visitor's session. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-Cost, X-Balance, X-Request-Id, Retry-After, Idempotency-Replayed',
  'cross-origin-resource-policy': 'cross-origin',
}

/** `/v3` and `/sandbox/v3`: without cookies, sessions or XSRF, with bodies and errors of their own. */
export async function mountGateway(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const { gate } = gateway
  const preflight = onceFor(preflightOf)
  const isOfPlain = onceFor((roots: PlainRoots) => plainAddresses(roots, gate.ctx.env.api_url?.host))

  /** Authenticates, routes and counts a call before its body is read. */
  async function arrive(request: FastifyRequest, reply: FastifyReply) {
    const id = isCallId(request.id) ? request.id : newCallId(gate.ctx.clock.now())
    const inFlight = openInFlightRequest(id, reply.raw)
    request.inFlight = inFlight
    const [path, search] = splitUrl(request.url)
    inFlight.is_plain = gate.catalogue.speaksPlain(path.startsWith('/sandbox/') ? path.slice('/sandbox'.length) : path)
    const sent = { search, headers: singleHeaders(request.headers) }
    const target = { method: request.method, path, is_plain: inFlight.is_plain, sent }
    inFlight.called = endpointOf(gate, target)
    if (isStalled(gate, () => isFreeCall(gate, target))) return send(request, reply, unavailable(performance.now()))
    const as = insideCaller(gateway, request)
    const found = await authorizeCall(gate, {
      id,
      method: target.method,
      path,
      is_plain: inFlight.is_plain,
      sent,
      query: isRecord(request.query) ? request.query : {},
      ip: plainAddress(request.ip),
      is_in_clear: isInClear(gate.ctx.env.public_url, gateway.inside, request),
      authorization: request.headers.authorization,
      as,
      idempotency_key: one(request.headers['idempotency-key']),
      max_cost: one(request.headers['x-max-cost']),
    })
    inFlight.is_flat = found.is_flat
    inFlight.called = found.ok ? about(found.call) : (found.called ?? inFlight.called)
    if (!found.ok) return send(request, reply, found.reply)
    const { call } = found
    const entering = await enterCall(gate, call, as)
    if (!entering.ok) return send(request, reply, entering.reply)
    const { entered } = entering
    const open = gate.bodies.open(call.caller.login_id)
    inFlight.onOver(() => {
      entered.leave()
      open.close()
    })
    inFlight.answer = (upload) => answerCall(gate, call, entered, { upload, open })
    if (inFlight.isOver()) return reply.hijack()
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { inFlight } = request
    if (!inFlight?.answer) throw new Error(`request ${request.id} reached its handler without being admitted`)
    if (inFlight.isOver()) return reply.hijack()
    const { headers } = request
    const length = headers['content-length']
    const upload = {
      stream: request.body instanceof Readable ? request.body : undefined,
      encoding: headers['content-encoding'],
      length: length === undefined ? undefined : Number(length),
    }
    return send(request, reply, await inFlight.run(inFlight.answer(upload)))
  }

  async function send(request: FastifyRequest, reply: FastifyReply, answer: Reply) {
    const inFlight = request.inFlight ?? { id: request.id, is_flat: false, is_plain: false }
    const { http, type, body } = bodyOf(answer, inFlight)
    reportReply(request, reply, answer.envelope)
    const headers = {
      ...CORS,
      ...answer.headers,
      'x-request-id': inFlight.id,
      'cache-control': 'no-store',
      vary: 'Accept-Encoding',
      ...answer.raw?.headers,
      ...(type !== undefined && { 'content-type': type }),
      ...(http === 401 && { 'www-authenticate': 'Basic realm="API login and API password", charset="UTF-8"' }),
    }
    return sendReply(request, reply, { http, headers, body, is_own: !answer.raw })
  }

  function bodyOf(
    { http, status, envelope, raw }: Reply,
    { id, is_flat, is_plain }: Pick<InFlightRequest, 'id' | 'is_flat' | 'is_plain'>,
  ) {
    if (raw) return { http: raw.http, type: raw.headers['content-type'], body: raw.body }
    if (is_plain) {
      const problem = problemOf(envelope, id, status)
      return { http: problem.status, type: 'application/problem+json', body: Buffer.from(JSON.stringify(problem)) }
    }
    return {
      http,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(is_flat ? flat(envelope, id) : envelope),
    }
  }

  /** Counts the reply in the metrics and adds its fields to the request's log line. */
  function reportReply(request: FastifyRequest, reply: FastifyReply, envelope: Envelope) {
    const called = request.inFlight?.called ?? NOT_CALLED
    // Calls of unknown callers are not counted by API, lest they make its errors look rare.
    gate.metrics?.onAnswer(called.login_id === undefined ? NOT_CALLED : called, envelope, reply.elapsedTime / 1000)
    if (!request.url.startsWith('/sandbox/')) countOutcomes(called, envelope, gate.countAnswer)
    noteForLog(request, {
      login_id: called.login_id,
      endpoint: called.endpoint,
      code: envelope.tasks?.find(({ status_code }) => !isGood(status_code))?.status_code ?? envelope.status_code,
    })
  }

  async function fail(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    const since_ms = performance.now()
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return send(request, reply, refused(CODE.invalidBody, since_ms))
    if (isDatabaseDown(error)) return send(request, reply, unavailable(since_ms))
    gate.ctx.log.error({ err: error, request_id: request.id }, 'data API call failed')
    return send(request, reply, refused(CODE.internalError, since_ms))
  }

  // Roots of documents that are uploaded later have no routes of their own.
  app.addConstraintStrategy(soldLater((url, host) => isOfPlain(gate.catalogue.roots)(url, host)))
  await app.register(async (scope) => {
    scope.decorateRequest('inFlight', undefined)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.setErrorHandler(fail)
    scope.addHook('onRequest', (request, _reply, done) => {
      // Every body is read as JSON, also one whose Content-Type is missing or malformed.
      if (!MEDIA_TYPE.test(request.headers['content-type'] ?? '')) request.headers['content-type'] = 'application/json'
      done()
    })
    const api_host = gate.ctx.env.api_url?.host
    for (const { url, ...constraints } of routesOf(gate.catalogue.roots, api_host)) {
      const route = { url, constraints, compress: false, decompress: false } as const
      scope.route({ ...route, method: METHODS, exposeHeadRoute: false, onRequest: arrive, handler: answer })
      scope.route({
        ...route,
        method: 'OPTIONS',
        onRequest: async (request, reply) =>
          isSoldOptions(gate.catalogue, request)
            ? arrive(request, reply)
            : reply
                .code(204)
                .headers({ ...CORS, ...preflight(gate.catalogue.entries) })
                .send(),
        handler: answer,
      })
    }
  })

  if (gate.ctx.env.api_url) apiHost(app, gate.ctx.env.api_url.host)
  let drain_timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    drain_timer = setTimeout(() => gateway.giveUp(), DRAIN_MS)
  })
  app.addHook('onClose', async () => clearTimeout(drain_timer))
}

function about({ entry, caller }: Call): Called {
  return { ...calledOf(entry, entry.upstream_path), login_id: caller.login_id }
}

/** The caller whom the dashboard or an agent's route has authenticated. */
function insideCaller({ inside }: Gateway, request: FastifyRequest): Arrival['as'] {
  const given = one(request.headers['x-portico-as'])
  if (given === undefined || !isFromInside(inside, request)) return undefined
  return JSON.parse(Buffer.from(given, 'base64').toString())
}

function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

/** Of Node's headers only a list, such as that of Set-Cookie, is no single text. */
function singleHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  if (isSingle(headers)) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, one(value)]))
}

function isSingle(headers: IncomingHttpHeaders): headers is Record<string, string | undefined> {
  for (const name in headers) if (Array.isArray(headers[name])) return false
  return true
}
