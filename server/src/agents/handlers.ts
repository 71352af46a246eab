import type { agents } from '@portico/contract/agents.ts'
import type { Handlers } from '#http/mount.ts'
import { addAgent } from './add-agent.ts'
import { getAgents } from './get-agents.ts'
import { revokeAgent } from './revoke-agent.ts'

export const agentsHandlers: Handlers<typeof agents> = {
  getAgents,
  addAgent,
  revokeAgent,
}
