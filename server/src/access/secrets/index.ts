/** Agents and API keys: named secrets for the data API, with bounds of their own. */
export { agentNames, type WorkingAgent } from './agent-store.ts'
export { agentWithSecret, dropAgent, dropSecretsOf, listAgents, makeAgent } from './agents.ts'
export { endingKeys, takeExpiring } from './key-store.ts'
export { changeKey, listKeys, rotateKey } from './keys.ts'
