import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { text } from './form-fields.ts'
import { LANGUAGES } from './language.ts'
import { moment, typed } from './operator-fields.ts'
import { IMPACTS, INCIDENT_STATES } from './operator-incidents.ts'

export const SERVICE_RANGES = { '15m': 900, '1h': 3600, '24h': 86_400, '7d': 604_800 } as const
export type ServiceRange = keyof typeof SERVICE_RANGES
const RANGES = Object.keys(SERVICE_RANGES) as [ServiceRange, ...ServiceRange[]]
const range = typed(
  z._default(z.enum(RANGES, `must be one of ${RANGES.join(', ')}`), '1h'),
  `how far back, one of ${RANGES.join(', ')}`,
  { value: 'range' },
)

export const API_STATES = ['operational', 'degraded', 'outage', 'maintenance'] as const
/** `rule`: by error rates and breakers; `hand`: by an incident or a maintenance window. */
export const SET_BY = ['rule', 'hand'] as const

/** Estimated from steps of time, as Prometheus does it; null without calls. */
const quantiles = z.object({ p50: z.nullable(z.number()), p95: z.nullable(z.number()), p99: z.nullable(z.number()) })
const counted = {
  /** Answered as wanted, refused for a reason of the caller, and failed through us or the source. */
  ok: z.int(),
  refused: z.int(),
  failed: z.int(),
  seconds: quantiles,
}
const sourceCounted = {
  calls: z.int(),
  /** Every outcome but an answer, also `not_asked`: turned away by a breaker. */
  outcomes: z.array(z.object({ outcome: z.string(), status: z.string(), calls: z.int() })),
}
const breaker = z.object({ endpoint: z.string(), api: z.string(), instances: z.int() })
const serviceApi = z.object({
  api: z.string(),
  title: z.string(),
  state: z.enum(API_STATES),
  set_by: z.enum(SET_BY),
  ...counted,
  /** Codes other than success, the most frequent first. */
  codes: z.array(z.object({ code: z.string(), calls: z.int() })),
  source: z.object({ ...sourceCounted, seconds: quantiles }),
  open_breakers: z.int(),
})
export type ServiceApi = z.infer<typeof serviceApi>

/** What an instance writes about itself. */
const facts = z.object({
  /** Of one core, since the last time. */
  cpu: z.number(),
  memory_bytes: z.int(),
  /** The slowest turn of the event loop but one in a hundred. */
  lag_ms: z.number(),
  node: z.string(),
  /** Endpoints of the source that it turns away now. */
  breakers: z.array(z.string()),
  /** Whether it turns away all calls to the source; absent in what an older version wrote. */
  is_down: z.optional(z.boolean()),
})
export type InstanceFacts = z.infer<typeof facts>

const preview = z.object({
  previews: z.array(
    z.object({ language: z.enum(LANGUAGES), heading: z.string(), state: z.string(), sentence: z.string() }),
  ),
})

/** The state of the service over all instances, part of `operator`. */
export const serviceOperations = {
  service: get('/api/operator/service', {
    caller: 'operator',
    staff: 'see_service',
    background: true,
    input: z.strictObject({ range }),
    output: z.object({
      at: z.string(),
      /** The time the counts are of; the current minute or hour is part of it. */
      seconds: z.int(),
      apis: z.array(serviceApi),
      breakers: z.array(breaker),
    }),
  }),
  /** One API by function, endpoint of the source, and time. */
  serviceApi: get('/api/operator/service-api', {
    caller: 'operator',
    staff: 'see_service',
    background: true,
    input: z.strictObject({ api: text(60), range }),
    output: z.object({
      functions: z.array(z.object({ function: z.string(), ok: z.int(), refused: z.int(), failed: z.int() })),
      endpoints: z.array(z.object({ endpoint: z.string(), ...sourceCounted, open_on: z.int() })),
      /** By minute or hour, oldest first; those without calls are left out. */
      times: z.array(z.object({ at: z.string(), ...counted })),
    }),
  }),
  instances: get('/api/operator/instances', {
    caller: 'operator',
    staff: 'see_service',
    background: true,
    input: z.strictObject({}),
    output: z.object({
      instances: z.array(
        z.object({
          id: z.string(),
          host: z.nullable(z.string()),
          pid: z.nullable(z.int()),
          version: z.nullable(z.string()),
          uptime_s: z.int(),
          /** Since its last heartbeat. */
          silent_s: z.int(),
          is_alive: z.boolean(),
          facts: z.nullable(facts),
        }),
      ),
      jobs: z.array(
        z.object({
          job: z.string(),
          runs: z.int(),
          failures: z.int(),
          last_done_at: z.nullable(z.string()),
          last_ms: z.nullable(z.int()),
          failed_at: z.nullable(z.string()),
          last_error: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  /** How an update reads in every language before it is published; texts of one's own come below it. */
  previewIncident: get('/api/operator/incident-preview', {
    caller: 'operator',
    staff: 'see_service',
    background: true,
    input: z.strictObject({
      id: text(60),
      state: z.enum(INCIDENT_STATES),
      impact: z.enum(IMPACTS),
      /** Names with commas between them; empty: all. */
      apis: text(6100),
    }),
    output: preview,
  }),
  previewNotice: get('/api/operator/notice-preview', {
    caller: 'operator',
    staff: 'see_service',
    background: true,
    input: z.strictObject({ starts_at: moment, ends_at: moment }),
    output: preview,
  }),
}
