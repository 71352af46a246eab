import type { Brand } from '@portico/contract/whitelabel.ts'
import type { ApiCaller, WorkingAgent } from '#access/index.ts'
import type { Catalogue, Entry } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { InternalGateway } from '#gateway/index.ts'
import { functionKey } from '#traffic/index.ts'

/** An agent that signed in, and what its tools work with. */
export interface AgentSession {
  ctx: Pick<Ctx, 'db' | 'clock' | 'log'>
  catalogue: Catalogue
  gateway: InternalGateway
  agent: WorkingAgent
  caller: ApiCaller
  ip: string
  brand: Pick<Brand, 'title'>
  /** What the limits of its login let this request have; it was counted before anything was done for it. */
  admitted: { limit: number; remaining: number }
}

/** What it may call, as the catalogue lists it. */
export function functionsFor({ catalogue, agent: { functions } }: Pick<AgentSession, 'catalogue' | 'agent'>) {
  const all = catalogue.functions().filter(({ playground }) => playground !== null)
  return functions ? all.filter((one) => functions.some((name) => name === one.api || name === functionKey(one))) : all
}

/** A method by its id; what the agent may not call is unknown to it. */
export function methodFor(visitor: Pick<AgentSession, 'catalogue' | 'agent'>, id: string): Entry | undefined {
  const isListed = functionsFor(visitor).some(({ methods }) => methods.some((one) => one.id === id))
  return isListed ? visitor.catalogue.entries.find((entry) => entry.id === id) : undefined
}
