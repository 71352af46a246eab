import * as z from 'zod/mini'
import { balance } from './balance.ts'
import { get } from './endpoint.ts'
import { LIVE_PATH, STAFF_LIVE_PATH } from './live-address.ts'
import { STATUS_CLASSES } from './usage.ts'

const liveRow = z.object({
  id: z.string(),
  at: z.string(),
  /** `serp/google/organic`, as in limits and prices. */
  function: z.string(),
  path: z.string(),
  status_code: z.number(),
  status_class: z.enum(STATUS_CLASSES),
  cost_micros: z.number(),
  time_ms: z.number(),
  is_sandbox: z.boolean(),
  login: z.string(),
  /** The section of the playground in which it can be tried again; null: in none. */
  playground: z.nullable(z.string()),
})
export type LiveRow = z.infer<typeof liveRow>

/** Current state of the active login; with a tail also the newest calls that were not sent yet. */
const change = z.extend(balance, { rows: z.array(liveRow) })
export type Change = z.infer<typeof change>

/**
 * `tail`: adds the calls themselves, of the active login or of all machine logins, for members who may see their Usage.
 */
const input = z.strictObject({ tail: z.optional(z.enum(['api', 'h2h'])) })
export type Tail = 'api' | 'h2h'

export const live = {
  /** The same once, for browsers that no stream reaches. */
  getLive: get(`${LIVE_PATH}/now`, { caller: 'user', by_sso: 'allowed', input, output: change, background: true }),
}

/**
 * A stream of server-sent events: `changed` with a change, `notices` and `inbox` when the page has to read these again,
 * and `beat` so that the page can distinguish silence from a lost connection.
 */
export const liveStream = {
  path: LIVE_PATH,
  input,
  output: change,
  tail: { api: '/api-detail', h2h: '/h2h-detail' },
} as const

/** The same for the console, whose events have no content. */
export const staffLiveStream = {
  path: STAFF_LIVE_PATH,
  method: 'GET',
  caller: 'operator',
  staff: 'use_console',
  background: true,
  input: z.strictObject({}),
} as const
