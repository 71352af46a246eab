import { type Area, type Endpoint, type Input, isOpenToSso, type Output } from '@portico/contract/endpoint.ts'
import { isAllowed, type Modules } from '@portico/contract/menu.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Role } from '@portico/contract/role.ts'
import { SHOWN_LOGIN_HEADER } from '@portico/contract/rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { bodyMax } from './body-max.ts'
import { needProof } from './need-proof.ts'
import { readInput } from './read-input.ts'
import { requestCtx } from './request-ctx.ts'
import { checkOrigin, checkXsrf } from './xsrf.ts'

type CtxOf<E extends Endpoint> = E['caller'] extends 'public' | 'operator' ? RequestCtx : UserCtx
/** One handler per endpoint: a forgotten one does not compile. */
export type Handlers<A extends Area> = {
  [K in keyof A]: (ctx: CtxOf<A[K]>, input: Input<A[K]>) => Promise<Output<A[K]>>
}

export interface Mounting {
  modulesOf(ctx: UserCtx): Promise<Modules>
  roleOf(ctx: UserCtx): Promise<Role>
  /** Whether the account the session works on is being closed. */
  isClosing(ctx: UserCtx): Promise<boolean>
  /** The name of the login the session works on. */
  loginOf(ctx: UserCtx): Promise<string>
  isOperator(request: FastifyRequest): boolean
}

export function mount<A extends Area>(
  app: FastifyInstance,
  ctx: Ctx,
  to: Mounting,
  area: A,
  handlers: Handlers<A>,
): void {
  for (const name of Object.keys(area)) {
    const endpoint = area[name]
    const handler = handlers[name]
    if (!endpoint || !handler) throw new Error(`no handler for ${name}`)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      bodyLimit: bodyMax(endpoint),
      handler: async (request, reply) => {
        const request_ctx = await admit(ctx, to, endpoint, request, reply)
        const input = readInput(endpoint.input, endpoint.method === 'GET' ? request.query : request.body)
        // After the input: who has to correct it is not asked for the password first.
        checkProof(endpoint, request_ctx)
        // The table's mapped type has paired this handler with this endpoint's context and input.
        const given = await (handler as (c: RequestCtx, i: unknown) => Promise<unknown>)(
          boundOf(endpoint, request_ctx),
          input,
        )
        reply.header('cache-control', 'no-store').header('vary', 'Cookie')
        return endpoint.output.parse(given)
      },
    })
  }
}

function checkProof({ proof }: Endpoint, { session, clock }: RequestCtx): void {
  if (session && typeof proof === 'string' && proof !== 'by_input') needProof({ session, clock }, proof)
}

/** What only reads for a signed-in user reads as that user: the database keeps everybody else's rows from it. */
function boundOf(endpoint: Endpoint, ctx: RequestCtx): RequestCtx {
  const { method, caller, handsOut } = endpoint
  const isReading = method === 'GET' && !handsOut && caller !== 'public' && caller !== 'operator'
  return isReading && ctx.session ? { ...ctx, db: ctx.readAs(ctx.session) } : ctx
}

/** Lets in whom the contract names, or says why not. */
export async function admit(
  ctx: Ctx,
  to: Mounting,
  endpoint: Omit<Endpoint, 'path' | 'input' | 'output'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestCtx> {
  const { caller } = endpoint
  if (caller === 'operator') {
    if (!to.isOperator(request)) throw new Problem('not_allowed')
    return requestCtx(ctx, request, reply, undefined)
  }
  checkOrigin(ctx, request)
  const request_ctx = await requestCtx(ctx, request, reply, endpoint.background ?? false)
  if (endpoint.host && !request_ctx.serves[endpoint.host]) throw new Problem('not_allowed')
  if (endpoint.method !== 'GET' || endpoint.handsOut) checkXsrf(ctx, request, request_ctx.session?.token_hash)
  if (caller === 'public') return request_ctx
  if (!request_ctx.session) throw new Problem('sign_in_needed')
  const user = { ...request_ctx, session: request_ctx.session }
  const is_change = endpoint.method !== 'GET' || endpoint.handsOut
  if (user.session.staff_id !== null && is_change && endpoint.impersonated !== 'allowed')
    throw new Problem('not_while_acting')
  if (user.session.sso_owner_id !== null && !isOpenToSso(endpoint)) throw new Problem('not_by_sso')
  // Staff act with a factor of their own.
  if (user.session.is_held_back && user.session.staff_id === null && endpoint.without_factor !== 'allowed')
    throw new Problem('factor_setup_needed')
  if (caller === 'user') return user
  if (caller.module && !isAllowed(caller.module, await to.modulesOf(user))) throw new Problem('not_allowed')
  if (caller.action && !may(await to.roleOf(user), caller.action)) throw new Problem('not_allowed')
  if (is_change) await checkShownLogin(to, user, request)
  if (is_change && caller.action && endpoint.while_closing !== 'allowed' && (await to.isClosing(user)))
    throw new Problem('account_closing')
  return user
}

/**
 * All tabs share the session's login. A tab that still shows the one before says so with each change, and changes nothing of
 * the other. Programs that have no page say nothing.
 */
async function checkShownLogin(to: Mounting, user: UserCtx, request: FastifyRequest): Promise<void> {
  const shown = request.headers[SHOWN_LOGIN_HEADER]
  if (typeof shown === 'string' && shown !== encodeURIComponent(await to.loginOf(user)))
    throw new Problem('login_changed')
}
