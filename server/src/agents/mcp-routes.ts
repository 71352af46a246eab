import { CODE } from '@portico/contract/codes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { agentWithSecret } from '#access/secrets/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type Gateway, type InternalGateway, isInClear } from '#gateway/index.ts'
import { plainAddress } from '#http/client-address.ts'
import type { AgentSession } from './agent-session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the `onRequest` hook of `/mcp`. */
    agentSession: Omit<AgentSession, 'admitted'> | undefined
  }
}

const BODY_MAX = 1_000_000
/** JSON-RPC error codes: a connection error, and an invalid request. */
const CONNECTION = -32_000
const NO_REQUEST = -32_600

/**
 * `/mcp`, the Model Context Protocol over streamable HTTP. Requests are independent: there is no session, so GET and DELETE are not
 * offered. The agent is authenticated before its body is read.
 */
export function mcpRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  { gate, inside }: Gateway,
  call: InternalGateway['call'],
): void {
  app.decorateRequest('agentSession', undefined)

  async function arrive(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    const { origin, brand } = await ctx.sites.of(request.host)
    if (isInClear(ctx.env.public_url, inside, request)) return refuse(reply, 403, 'Use HTTPS.')
    // Protects against DNS rebinding: a browser may call only from our own origin.
    const from = request.headers.origin
    if (from !== undefined && from !== origin.origin) return refuse(reply, 403, 'This origin is not allowed.')
    const ip = plainAddress(request.ip)
    const agent = await agentWithSecret(ctx, readSecret(request.headers.authorization) ?? '')
    const caller = agent && (await gate.callers.ofAgent(agent))
    if (!caller) {
      reply.header('www-authenticate', 'Bearer realm="Agent login"')
      return refuse(reply, 401, 'Sign in with the secret of an agent login: Authorization: Bearer <secret>.')
    }
    if (!caller.mayCallFrom(ip)) return refuse(reply, 403, `The address ${ip} is not on the list of this API login.`)
    request.agentSession = {
      ctx,
      catalogue: gate.catalogue.forAccount(caller.owner_id),
      gateway: { call, inside },
      agent,
      caller,
      ip,
      brand,
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { agentSession, body } = request
    if (!agentSession) throw new Error('MCP request reached its handler without an authenticated agent')
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return refuse(reply, 400, 'Send one JSON-RPC message; batches are not supported.', NO_REQUEST)
    // Counted before any work, so that a request over the limit stays cheap. Polling a task is free, as it is without MCP.
    const { caller } = agentSession
    const entered = asksForTask(body) ? gate.admission.enterPoll(caller) : await gate.admission.enter(caller)
    if (!entered.ok) return refuseOver(reply, entered.code)
    try {
      return await handleMessage(
        { ...agentSession, admitted: { limit: entered.limit, remaining: entered.remaining } },
        request,
        reply,
      )
    } finally {
      entered.leave()
    }
  }

  function refuseOver(reply: FastifyReply, code: number) {
    const is_minute = code === CODE.rateLimit
    const seconds = is_minute ? 60 - ctx.clock.now().getUTCSeconds() : 1
    const message = is_minute
      ? 'The rate limit of this API login is reached.'
      : 'This API login has too many requests at once.'
    return refuse(reply.header('retry-after', String(seconds)), 429, message)
  }

  async function handleMessage(session: AgentSession, { body, headers }: FastifyRequest, reply: FastifyReply) {
    // The protocol's library is large, so it is loaded with the first message of an agent.
    const { openMcpServer } = await import('./mcp-server.ts')
    const { transport, close } = await openMcpServer(session)
    try {
      const response = await transport.handleRequest(requestOf(headers['mcp-protocol-version']), {
        parsedBody: body,
      })
      const type = response.headers.get('content-type')
      if (type) reply.type(type)
      return reply.code(response.status).send(await response.text())
    } finally {
      await close()
    }
  }

  const route = { url: '/mcp', bodyLimit: BODY_MAX, onRequest: arrive } as const
  app.route({ ...route, method: 'POST', handler: answer })
  app.route({
    ...route,
    method: ['GET', 'DELETE'],
    exposeHeadRoute: false,
    handler: async (_request, reply) => refuse(reply.header('allow', 'POST'), 405, 'There are no sessions; use POST.'),
  })
}

function asksForTask(body: object): boolean {
  const { method, params } = body as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && params?.name === 'get_task'
}

/** The request for the library, without the secret, which the tools must not see. */
function requestOf(version: string | string[] | undefined): Request {
  const headers = new Headers({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
  })
  return new Request('http://localhost/mcp', { method: 'POST', headers })
}

function refuse(reply: FastifyReply, status: number, message: string, code = CONNECTION) {
  return reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null })
}

const LONGEST = 1000

/** Parses an Authorization header: `Bearer <secret>`, or `Basic` with the secret as the password of any name. */
function readSecret(header: string | undefined): string | undefined {
  if (!header || header.length > LONGEST) return undefined
  const [, secret] = /^bearer +(\S+) *$/i.exec(header) ?? []
  if (secret) return secret
  const [, encoded] = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? []
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : text.slice(colon + 1)
}
