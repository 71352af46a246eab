import type { agents } from '@portico/contract/agents.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Handlers } from '#http/mount.ts'
import { addAgent } from './add-agent.ts'
import { getAgents } from './get-agents.ts'
import { revokeAgent } from './revoke-agent.ts'

export function agentsHandlers(catalogue: Catalogue): Handlers<typeof agents> {
  return {
    getAgents: (ctx) => getAgents(ctx, catalogue),
    addAgent: (ctx, input) => addAgent(ctx, catalogue, input),
    revokeAgent,
  }
}
