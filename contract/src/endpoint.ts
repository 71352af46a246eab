import type * as z from 'zod/mini'

/** Who may call. A route without one does not compile, so hiding a button is never the only lock. */
export type Caller =
  | 'public'
  | 'user'
  | 'operator'
  /** A signed-in user whose `modules` list has this url. */
  | { module: string }

export interface Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  method: 'GET' | 'POST'
  path: `/${string}`
  caller: Caller
  input: I
  output: O
  /** A call the page makes by itself: it must not keep an idle session alive. */
  background?: true
}

export type Area = Record<string, Endpoint>
export type Input<E extends Endpoint> = z.infer<E['input']>
export type Output<E extends Endpoint> = z.infer<E['output']>
/** What goes over the wire into an endpoint, before defaults and trims. */
export type Sent<E extends Endpoint> = z.input<E['input']>

export function endpoint<I extends z.ZodMiniType, O extends z.ZodMiniType>(e: Endpoint<I, O>): Endpoint<I, O> {
  return e
}
