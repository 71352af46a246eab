import type * as z from 'zod/mini'
import type { Audience } from './hosts.ts'
import type { Action } from './permissions.ts'

/** Who may call. A route without one does not compile, so hiding a button is never the only lock. */
export type Caller =
  | 'public'
  | 'user'
  | 'operator'
  /** A signed-in user whose `modules` list has this url, and whose role on the active login lets them do this. */
  | { module: string; action?: Action }
  | { module?: never; action: Action }

export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  method: 'GET' | 'POST'
  path: `/${string}`
  caller: Caller
  input: I
  output: O
  /** Bytes of a body, where the usual bound is too small for what may be sent. */
  body_max?: number
  /** A call the page makes by itself: it must not keep an idle session alive. */
  background?: true
  /** A GET that hands something out: it needs the anti-forgery token like a POST, and staff do not get it. */
  handsOut?: true
  /** A state-changing call that staff may make while they act as a customer; all others are refused. */
  impersonated?: 'allowed'
  /** Also for somebody whose team demands a second factor they do not have yet; all others are refused until they do. */
  without_factor?: 'allowed'
  /** A change that can be made while the account is being closed; all others that need a role are refused then. */
  while_closing?: 'allowed'
  /** Answered only on hosts that serve these people; elsewhere it is not found. */
  host?: Audience
}

export type Area = Record<string, Endpoint>
export type Input<E extends Endpoint> = z.infer<E['input']>
export type Output<E extends Endpoint> = z.infer<E['output']>
/** What goes over the wire into an endpoint, before defaults and trims. */
export type Sent<E extends Endpoint> = z.input<E['input']>

export function endpoint<I extends z.ZodMiniType, O extends z.ZodMiniType>(e: Endpoint<I, O>): Endpoint<I, O> {
  return e
}
