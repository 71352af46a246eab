import type * as z from 'zod/mini'
import type { Audience } from './hosts.ts'
import type { Action } from './permissions.ts'
import type { StaffAction } from './staff-permissions.ts'

/** Who may call. A route without one does not compile, so hiding a button is never the only protection. */
export type Caller =
  | 'public'
  | 'user'
  | 'operator'
  /** A signed-in user whose `modules` list has this url, and whose role on the active login lets them do this. */
  | { module: string; action?: Action }
  | { module?: never; action: Action }

/**
 * The proof of identity a session must have given before a call (docs/decisions/060). The password and a passkey count, and in a
 * session by single sign-on the sign-in service.
 *
 * fresh     within five minutes: to show or make a secret, add a way to sign in, or make an owner
 * recent    within a quarter of an hour: money, limits, and team membership
 * proved    at any time in this session; a session that a link opened has given none
 * by_input  it depends on the input, so the handler checks with `needProof`
 */
export type ProofLevel = 'fresh' | 'recent' | 'proved'
export type Proof = ProofLevel | 'by_input' | { none: string }

export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  method: 'GET' | 'POST'
  path: `/${string}`
  caller: Caller
  /**
   * Of the operator's endpoints: what staff must be allowed to call it in the console. Without one it is for the command
   * line alone.
   */
  staff?: StaffAction
  input: I
  output: O
  /** Bytes of a body, where the usual bound is too small for what may be sent. */
  body_max?: number
  /** A call the page makes automatically: it must not keep an idle session alive. */
  background?: true
  /**
   * Answered by a replica of the database where there is one that shows everything acknowledged before. For charts, lists,
   * files and the console; never for what money is decided by, and never for a change.
   */
  reads?: 'replica'
  /** A read that pages send in one request with others of the same moment (`together.ts`). */
  together?: true
  /**
   * Gives the session a new token: requests with the old one are refused from then on, so the page waits for this reply
   * before it takes such a refusal as the end of the session.
   */
  renewsSession?: true
  /** A GET that hands out a secret: it needs the anti-forgery token like a POST, and staff do not get it. */
  handsOut?: true
  /** A change that staff may make while they act as a customer; all others are refused. */
  impersonated?: 'allowed'
  /**
   * Open to a member whose team demands a second factor they do not have yet; all others are refused until they have
   * one.
   */
  without_factor?: 'allowed'
  /** A change that can be made while the account is being closed; all others that need a role are refused then. */
  while_closing?: 'allowed'
  /** Every change of money, secrets or a team declares its proof, or the reason why it needs none. */
  proof?: Proof
  /**
   * Whether a session by a team's single sign-on may call. By default it may where the call is about the active login,
   * and may not where it is about the user, whose account is not the team's.
   */
  by_sso?: 'allowed' | 'refused'
  /** Answered only on hosts of this audience, and refused elsewhere. */
  host?: Audience
}

/** The rule behind `by_sso`, for both sides. */
export function isOpenToSso({ caller, by_sso }: Pick<Endpoint, 'caller' | 'by_sso'>): boolean {
  return by_sso === undefined ? typeof caller === 'object' : by_sso === 'allowed'
}

export type Area = Record<string, Endpoint>
export type Input<E extends Endpoint> = z.infer<E['input']>
export type Output<E extends Endpoint> = z.infer<E['output']>
/** Input of an endpoint as sent, before defaults and trims. */
export type Sent<E extends Endpoint> = z.input<E['input']>

type Rest<I extends z.ZodMiniType, O extends z.ZodMiniType> = Omit<Endpoint<I, O>, 'method' | 'path'>

export function get<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  path: Endpoint['path'],
  rest: Rest<I, O>,
): Endpoint<I, O> {
  return { method: 'GET', path, ...rest }
}

export function post<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  path: Endpoint['path'],
  rest: Rest<I, O>,
): Endpoint<I, O> {
  return { method: 'POST', path, ...rest }
}
