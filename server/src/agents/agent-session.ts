import type { Brand } from '@portico/contract/whitelabel.ts'
import type { ApiCaller } from '#access/index.ts'
import type { WorkingAgent } from '#access/secrets/index.ts'
import type { Catalogue, Entry } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { functionKey } from '#function-names/index.ts'
import type { InternalGateway } from '#gateway/index.ts'

/** An authenticated agent with the dependencies of its tools. */
export interface AgentSession {
  ctx: Pick<Ctx, 'db' | 'clock' | 'log'>
  catalogue: Catalogue
  gateway: InternalGateway
  agent: WorkingAgent
  caller: ApiCaller
  ip: string
  brand: Pick<Brand, 'title'>
  /** What the rate limits leave for this request, which is already counted. */
  admitted: { limit: number; remaining: number }
}

/** The functions of the catalogue that the agent may call. */
export function functionsFor({ catalogue, agent: { functions } }: Pick<AgentSession, 'catalogue' | 'agent'>) {
  // Agents follow no menu: a function that the playground does not show is theirs if it is for sale.
  const all = catalogue
    .functions()
    .filter(({ playground, methods }) => playground !== null || methods.some(({ tariff }) => tariff !== null))
  return functions ? all.filter((one) => functions.some((name) => name === one.api || name === functionKey(one))) : all
}

/** Finds a method by its id; one that the agent may not call is unknown to it. */
export function methodFor(visitor: Pick<AgentSession, 'catalogue' | 'agent'>, id: string): Entry | undefined {
  const isListed = functionsFor(visitor).some(({ methods }) => methods.some((one) => one.id === id))
  return isListed ? visitor.catalogue.entries.find((entry) => entry.id === id) : undefined
}
