import { isKnownCode } from '@portico/contract/codes.ts'
import type { Catalogue } from '#catalogue/room.ts'
import { queueState } from '#db/queue-figures-store.ts'
import { type Figure, type Metrics, sharedRead } from '#http/metrics.ts'
import { holdFigures } from '#ledger/room.ts'
import type { UpstreamEvent } from '#outside/upstream.ts'
import type { Envelope } from './envelope.ts'
import type { Gate } from './gate.ts'
import { TASKS_WAIT } from './task-store.ts'
import { WEBHOOKS_WAIT } from './webhook-store.ts'

/** What was called, as the catalogue has it: of what is not in there, nothing but that. */
export interface Called {
  api: string
  function: string
  endpoint: string
  login_id: number
}

export const NOT_CALLED: Omit<Called, 'login_id'> = { api: 'unknown', function: 'unknown', endpoint: 'unknown' }

export interface GatewayFigures {
  onAnswer(called: Omit<Called, 'login_id'>, envelope: Envelope, seconds: number): void
  onUpstream(event: UpstreamEvent): void
}

/** Every label has a bounded set of values: APIs, functions and endpoints of the catalogue, codes we know, and words of ours. */
export function openGatewayFigures(metrics: Metrics, catalogue: Pick<Catalogue, 'entries'>): GatewayFigures {
  const apis = new Map(catalogue.entries.map(({ upstream_path, api }) => [upstream_path, api]))
  const calls = metrics.counter('portico_calls_total', 'Calls of the data API by code', [
    'api',
    'function',
    'code',
    'outcome',
  ])
  const charged = metrics.counter('portico_charged_usd_total', 'What calls of the data API were charged', ['api'])
  const seconds = metrics.histogram('portico_call_seconds', 'Time to answer a call of the data API', ['api', 'outcome'])
  const upstream = metrics.counter('portico_upstream_calls_total', 'Calls to the data source by endpoint', [
    'endpoint',
    'outcome',
    'status',
  ])
  const upstreamSeconds = metrics.histogram('portico_upstream_seconds', 'Time the data source takes', [
    'api',
    'outcome',
  ])
  return {
    onAnswer({ api, function: name }, envelope, took_s) {
      const codes = envelope.tasks?.map(({ status_code }) => status_code) ?? [envelope.status_code]
      for (const code of codes) calls.inc({ api, function: name, code: codeLabel(code), outcome: outcomeOf(code) })
      if (envelope.cost > 0) charged.inc({ api }, envelope.cost)
      seconds.observe({ api, outcome: outcomeOf(Math.max(...codes, 0)) }, took_s)
    },
    onUpstream({ endpoint, outcome, status, seconds: took_s }) {
      upstream.inc({ endpoint, outcome, status: status === undefined ? 'none' : String(status) })
      if (outcome !== 'not_asked') upstreamSeconds.observe({ api: apis.get(endpoint) ?? 'unknown', outcome }, took_s)
    },
  }
}

/** Asked for with every scrape: what waits, for how long, and which endpoints are turned away. */
export function gatewayFigures({ ctx: { db }, meter, admission, upstream }: Gate): Figure[] {
  const queues = sharedRead(async () => ({
    meter: { waiting: meter.figures().waiting, oldest_s: meter.health().oldest_ms / 1000 },
    admission: { waiting: admission.waiting(), oldest_s: admission.health().oldest_ms / 1000 },
    tasks: await queueState(db, 'gateway_tasks', 'due_at', TASKS_WAIT),
    webhooks: await queueState(db, 'gateway_webhooks', 'due_at', WEBHOOKS_WAIT),
  }))
  const holds = sharedRead(() => holdFigures(db))
  const eachQueue = async (read: 'waiting' | 'oldest_s') =>
    Object.entries(await queues()).map(([queue, state]) => ({ labels: { queue }, value: state[read] }))
  return [
    {
      name: 'portico_queue_waiting',
      help: 'What is due and waits: bookings, admissions, queued tasks, webhooks',
      labels: ['queue'],
      read: () => eachQueue('waiting'),
    },
    {
      name: 'portico_queue_oldest_seconds',
      help: 'How long the oldest of them has been due',
      labels: ['queue'],
      read: () => eachQueue('oldest_s'),
    },
    { name: 'portico_holds', help: 'Calls under way that hold money', read: async () => (await holds()).holds },
    {
      name: 'portico_hold_oldest_seconds',
      help: 'How long the oldest of them has been under way',
      read: async () => (await holds()).oldest_s,
    },
    {
      name: 'portico_held_usd',
      help: 'Money that calls under way hold',
      read: async () => (await holds()).held_micros / 1_000_000,
    },
    {
      name: 'portico_heartbeat_age_seconds',
      help: 'Since this process could last write to the database',
      read: async () => admission.health().beat_ms / 1000,
    },
    {
      name: 'portico_breaker_open',
      help: 'Endpoints of the data source that are turned away now',
      labels: ['endpoint'],
      read: async () => (upstream?.openEndpoints() ?? []).map((endpoint) => ({ labels: { endpoint }, value: 1 })),
    },
  ]
}

function codeLabel(code: number): string {
  return isKnownCode(code) ? String(code) : 'other'
}

/** `failed` is ours or the source's doing, `refused` the caller's. */
function outcomeOf(code: number): 'ok' | 'refused' | 'failed' {
  if (code < 40_000) return 'ok'
  return code >= 50_000 || code === 40_101 || code === 40_103 ? 'failed' : 'refused'
}
