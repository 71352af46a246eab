import type { agents } from '@portico/contract/agents.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { addAgent, spendAgent } from './add-agent.ts'
import { getAgents } from './get-agents.ts'
import { revokeAgent } from './revoke-agent.ts'

export const agentsHandlers: Handlers<typeof agents> = {
  getAgents,
  addAgent: change(addAgent, { before: spendAgent }),
  revokeAgent: change(revokeAgent),
}
