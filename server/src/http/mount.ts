import type { Area, Endpoint, Input, Output } from '@portico/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { type AccessChecks, admit } from './admit.ts'
import { bodyMax } from './body-max.ts'
import { type Change, runChange, type WriteAudit } from './change.ts'
import { needCode, needProof } from './need-proof.ts'
import { readInput } from './read-input.ts'
import { inStaffWords, readStaffInput } from './staff-input.ts'

type CtxOf<E extends Endpoint> = E['caller'] extends 'public' | 'operator' ? RequestCtx : UserCtx
export type Handler<C, I, O> = ((ctx: C, input: I) => Promise<O>) | Change<C, I, O>
/** One handler per endpoint: a forgotten one does not compile. */
export type Handlers<A extends Area> = {
  [K in keyof A]: Handler<CtxOf<A[K]>, Input<A[K]>, Output<A[K]>>
}

export function mount<A extends Area>(
  app: FastifyInstance,
  ctx: Ctx,
  checks: AccessChecks,
  area: A,
  handlers: Handlers<A>,
): void {
  for (const name of Object.keys(area)) {
    const endpoint = area[name]
    const handler = handlers[name]
    if (!endpoint || !handler) throw new Error(`endpoint ${name} has no handler`)
    if ('change' in handler && isReading(endpoint))
      throw new Error(`endpoint ${name} only reads and cannot be a change`)
    if (endpoint.reads && !mayReadReplica(endpoint, handler))
      throw new Error(`endpoint ${name} does more than read and cannot be answered by a replica`)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      bodyLimit: bodyMax(endpoint),
      config: { together: endpoint.together ?? false },
      // A long body of an operator is not read before the caller is known.
      ...(endpoint.caller === 'operator' &&
        endpoint.body_max !== undefined && {
          onRequest: async (request, reply) => void (await admit(ctx, checks, endpoint, request, reply)),
        }),
      handler: async (request, reply) => {
        const request_ctx = withDeclaredRenewal(endpoint, await admit(ctx, checks, endpoint, request, reply))
        const sent = endpoint.method === 'GET' ? request.query : request.body
        // The table's mapped type has paired this handler with this endpoint's context and input.
        const run = () =>
          runCall(endpoint, handler as Handler<RequestCtx, unknown, unknown>, request_ctx, sent, checks.audit)
        const given = await (request_ctx.staff ? inStaffWords(run) : run())
        reply.header('cache-control', 'no-store').header('vary', 'Cookie')
        return endpoint.output.parse(given)
      },
    })
  }
}

/** The page must know which replies carry a new token, so only endpoints that declare it may make one. */
function withDeclaredRenewal(endpoint: Endpoint, ctx: RequestCtx): RequestCtx {
  if (endpoint.renewsSession) return ctx
  const renewSession = () => Promise.reject(new Error(`endpoint ${endpoint.path} does not declare renewsSession`))
  return { ...ctx, renewSession }
}

async function runCall(
  endpoint: Endpoint,
  handler: Handler<RequestCtx, unknown, unknown>,
  ctx: RequestCtx,
  sent: unknown,
  audit: WriteAudit,
): Promise<unknown> {
  const input = inputOf(endpoint, ctx, sent)
  // Input is read before the proof is checked: a user who must correct it need not give the password first.
  checkProof(endpoint, ctx)
  const run = (on: RequestCtx) => runHandler(endpoint, handler, boundOf(endpoint, on), input, audit)
  return endpoint.reads && ctx.replicas ? ctx.replicas.read(ctx, run) : run(ctx)
}

/** Runs it, as a change where it is one, with the name of the operator in the log. */
export function runHandler(
  endpoint: Endpoint,
  handler: Handler<RequestCtx, unknown, unknown>,
  ctx: RequestCtx,
  input: unknown,
  audit: WriteAudit,
): Promise<unknown> {
  return 'change' in handler ? runChange(handler, ctx, input, auditBy(endpoint, input, audit)) : handler(ctx, input)
}

/** A change by staff or a token carries a reason, which is recorded with it whatever the endpoint's own input is. */
function inputOf(endpoint: Endpoint, { staff, token }: RequestCtx, sent: unknown): unknown {
  const caller = staff ?? token
  if (!caller || endpoint.method === 'GET') return readInput(endpoint.input, sent)
  const { reason, input } = readStaffInput(endpoint.input, sent, staff ? staff.email : `token:${token?.name}`)
  caller.reason = reason
  return input
}

function checkProof({ proof, staff: action }: Endpoint, { session, clock, staff }: RequestCtx): void {
  if (staff && action) needCode(clock, staff, action)
  if (session && typeof proof === 'string' && proof !== 'by_input') needProof({ session, clock }, proof)
}

/** An endpoint that only reads for a signed-in user reads as that user: row-level security hides everyone else's rows. */
function boundOf(endpoint: Endpoint, ctx: RequestCtx): RequestCtx {
  return isReading(endpoint) && ctx.session ? { ...ctx, db: ctx.readAs(ctx.session) } : ctx
}

function isReading({ method, caller, handsOut }: Endpoint): boolean {
  return method === 'GET' && !handsOut && caller !== 'public' && caller !== 'operator'
}

function mayReadReplica({ method, caller, handsOut }: Endpoint, handler: object): boolean {
  return method === 'GET' && !handsOut && caller !== 'public' && !('change' in handler)
}

/** What an operator does is recorded under the name they gave with the command. */
function auditBy({ caller }: Endpoint, input: unknown, audit: WriteAudit): WriteAudit {
  const by =
    caller === 'operator' && typeof input === 'object' && input !== null && 'by' in input ? input.by : undefined
  return by === undefined ? audit : (ctx, action, about) => audit(ctx, action, { actor: `operator:${by}`, ...about })
}
