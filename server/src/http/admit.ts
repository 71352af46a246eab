import { type Endpoint, isOpenToSso } from '@portico/contract/endpoint.ts'
import { isAllowed, type Modules } from '@portico/contract/menu.ts'
import { type Action, may } from '@portico/contract/permissions.ts'
import { Problem, type ProblemCode } from '@portico/contract/problem.ts'
import type { Role } from '@portico/contract/role.ts'
import { SHOWN_LOGIN_HEADER } from '@portico/contract/rules.ts'
import { type StaffRole, staffMay } from '@portico/contract/staff-permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, RequestCtx, UserCtx } from '#ctx/ctx.ts'
import type { StaffCaller } from '#ctx/staff-caller.ts'
import type { TokenCaller } from '#ctx/token-caller.ts'
import type { WriteAudit } from './change.ts'
import { requestCtx } from './request-ctx.ts'
import { checkOrigin, checkXsrf } from './xsrf.ts'

/** Facts about a caller that modules above this one know. */
export interface AccessChecks {
  modulesOf(ctx: UserCtx): Promise<Modules>
  roleOf(ctx: UserCtx): Promise<Role>
  /** True while the account the session works on is being closed. */
  isClosing(ctx: UserCtx): Promise<boolean>
  /** The name of the login the session works on. */
  loginOf(ctx: UserCtx): Promise<string>
  isOperator(request: FastifyRequest): boolean
  /** A program with a valid token. */
  tokenOf(ctx: Ctx, request: FastifyRequest): Promise<TokenCaller | undefined>
  /** A staff member who has a role in the console. */
  staffMember(ctx: Pick<Ctx, 'db'>, user_id: number): Promise<{ email: string; role: StaffRole } | undefined>
  audit: WriteAudit
}

type Guarded = Omit<Endpoint, 'path' | 'input' | 'output'>

interface Attempt {
  endpoint: Guarded
  user: UserCtx
  request: FastifyRequest
  checks: AccessChecks
}

type Refusal = (attempt: Attempt) => boolean | Promise<boolean>

/** Every guard of a signed-in caller. They run in this order, and the first that refuses decides the problem. */
const REFUSALS: readonly (readonly [ProblemCode, Refusal])[] = [
  ['not_while_acting', isStaffChange],
  ['not_by_sso', isClosedToSso],
  ['factor_setup_needed', lacksSecondFactor],
  ['not_allowed', lacksModule],
  ['not_allowed', lacksPermission],
  ['login_changed', showsOtherLogin],
  ['account_closing', changesClosingAccount],
]

/** Returns the context of a caller whom the contract admits, or throws the `Problem` that refuses the request. */
export async function admit(
  ctx: Ctx,
  checks: AccessChecks,
  endpoint: Guarded,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestCtx> {
  if (endpoint.caller === 'operator') {
    const caller = checks.isOperator(request) ? {} : await admitCaller(ctx, checks, endpoint, request, reply)
    return { ...(await requestCtx(ctx, request, reply, undefined)), ...caller }
  }
  checkOrigin(ctx, request)
  const request_ctx = await requestCtx(ctx, request, reply, endpoint.background ?? false)
  if (endpoint.host && !request_ctx.serves[endpoint.host]) throw new Problem('not_allowed')
  if (isChange(endpoint)) checkXsrf(ctx, request, request_ctx.session?.token_hash)
  if (endpoint.caller === 'public') return request_ctx
  if (!request_ctx.session) throw new Problem('sign_in_needed')
  const user = { ...request_ctx, session: request_ctx.session }
  for (const [problem, refuses] of REFUSALS)
    if (await refuses({ endpoint, user, request, checks })) throw new Problem(problem)
  return user
}

async function admitCaller(
  ctx: Ctx,
  checks: AccessChecks,
  endpoint: Guarded,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Pick<RequestCtx, 'staff' | 'token'>> {
  const token = await checks.tokenOf(ctx, request)
  if (!token) return { staff: await admitStaff(ctx, checks, endpoint, request, reply) }
  const { staff: action } = endpoint
  // Its program knows that the endpoint exists, so it learns what is missing.
  if (!action || (action !== 'use_console' && !token.scopes.includes(action)))
    throw new Problem('not_allowed', { fields: { scopes: `do not have ${action}` } })
  return { token }
}

/**
 * Staff in the console, in their own session on a host of theirs. Everybody else learns nothing: to them the endpoint
 * does not exist.
 */
async function admitStaff(
  ctx: Ctx,
  checks: AccessChecks,
  endpoint: Guarded,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StaffCaller> {
  const { session } = await requestCtx(ctx, request, reply, endpoint.background ?? false)
  const member = await staffOf(ctx, checks, request, session)
  if (!session || !member || !endpoint.staff || !staffMay(member.role, endpoint.staff)) throw new Problem('not_allowed')
  checkOrigin(ctx, request)
  if (isChange(endpoint)) checkXsrf(ctx, request, session.token_hash)
  return { ...member, reason: null }
}

/** The staff member whose own session this is, if their role opens the console; a program has no session. */
export async function staffOf(
  ctx: Ctx,
  checks: Pick<AccessChecks, 'staffMember'>,
  request: FastifyRequest,
  session: RequestCtx['session'],
): Promise<Omit<StaffCaller, 'reason'> | undefined> {
  const isOwn = session?.is_staff === true && session.staff_id === null && request.headers.authorization === undefined
  if (!isOwn || session.factor_at === null) return undefined
  const member = await checks.staffMember(ctx, session.user_id)
  return member && { ...member, id: session.user_id, code_at: session.factor_at }
}

/** An endpoint that hands out a secret is guarded like one that writes. */
function isChange({ method, handsOut }: Guarded): boolean {
  return method !== 'GET' || Boolean(handsOut)
}

/** The module and the action an endpoint needs; one open to every signed-in user needs neither. */
function needsOf({ caller }: Guarded): { module?: string; action?: Action } {
  return typeof caller === 'object' ? caller : {}
}

function isStaffChange({ endpoint, user }: Attempt): boolean {
  return user.session.staff_id !== null && isChange(endpoint) && endpoint.impersonated !== 'allowed'
}

function isClosedToSso({ endpoint, user }: Attempt): boolean {
  return user.session.sso_owner_id !== null && !isOpenToSso(endpoint)
}

/** Staff act with a factor of their own, so the account's rule does not bind them. */
function lacksSecondFactor({ endpoint, user: { session } }: Attempt): boolean {
  return session.is_held_back && session.staff_id === null && endpoint.without_factor !== 'allowed'
}

async function lacksModule({ endpoint, user, checks }: Attempt): Promise<boolean> {
  const { module } = needsOf(endpoint)
  return module !== undefined && !isAllowed(module, await checks.modulesOf(user))
}

async function lacksPermission({ endpoint, user, checks }: Attempt): Promise<boolean> {
  const { action } = needsOf(endpoint)
  return action !== undefined && !may(await checks.roleOf(user), action)
}

/**
 * All tabs share the session's login. A page sends the login it shows with each change, and a page that still shows the
 * previous one is refused. Programs without a page send none.
 */
async function showsOtherLogin({ endpoint, user, request, checks }: Attempt): Promise<boolean> {
  const shown = request.headers[SHOWN_LOGIN_HEADER]
  const isCompared = endpoint.caller !== 'user' && isChange(endpoint) && typeof shown === 'string'
  return isCompared && shown !== encodeURIComponent(await checks.loginOf(user))
}

async function changesClosingAccount({ endpoint, user, checks }: Attempt): Promise<boolean> {
  const isStopped = isChange(endpoint) && needsOf(endpoint).action !== undefined && endpoint.while_closing !== 'allowed'
  return isStopped && (await checks.isClosing(user))
}
