import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { id } from './form-fields.ts'
import { MESSAGES } from './rules.ts'
import { secretBounds, shownSecret } from './secret-bounds.ts'

/** How long an agent login can work, in days. */
export const AGENT_DAYS = [1, 7, 30, 90, 365] as const
/** How many agent logins of one API login work at the same time. */
export const AGENTS_MAX = 50

const caller = { module: '/api-access' } as const
const manages = { ...caller, action: 'manage_agents' } as const

const agent = z.object({ ...shownSecret, expires_at: z.string() })
export type Agent = z.infer<typeof agent>

const newAgent = z
  .strictObject({
    ...secretBounds,
    is_live: z.boolean(),
    days: z.union(AGENT_DAYS.map((value) => z.literal(value))),
  })
  .check(
    z.refine(({ is_live, total_micros }) => !is_live || total_micros !== null, {
      error: MESSAGES.required,
      path: ['total_micros'],
    }),
  )

/** Secrets for AI agents that work with an API login, each with its own bounds. */
export const agents = {
  /** Agents of the active login: the caller's own, or all of them for a member who manages the team. */
  getAgents: get('/api/agents', {
    caller,
    input: z.strictObject({}),
    output: z.object({
      agents: z.array(agent),
      /** APIs and functions that can be allowed one by one. */
      scopes: z.array(z.object({ scope: z.string(), title: z.string() })),
      can_add: z.boolean(),
      /** The caller's own daily limit, which is the most they can give; null is none. */
      own_cap_micros: z.nullable(z.number()),
      mcp_url: z.string(),
    }),
  }),
  /** The secret is in this answer and nowhere else. */
  addAgent: post('/api/agents/add', {
    caller: manages,
    proof: 'fresh',
    input: newAgent,
    output: z.object({ id: z.number(), secret: z.string() }),
  }),
  revokeAgent: post('/api/agents/revoke', {
    caller: manages,
    proof: { none: 'it takes access away' },
    input: z.strictObject({ id }),
    output: z.object({ type: z.literal('success') }),
  }),
}
