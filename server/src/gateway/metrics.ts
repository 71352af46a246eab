import { isKnownCode, statusClass } from '@portico/contract/code-facts.ts'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { inCurrency } from '@portico/contract/currency.ts'
import { type Catalogue, onceFor } from '#catalogue/index.ts'
import type { Metrics } from '#http/metrics.ts'
import type { UpstreamEvent } from '#integrations/upstream-pool.ts'
import type { Envelope } from './wire/envelope.ts'

/** Labels of a call from the catalogue; a path that is not in it is `unknown`. */
export interface Called {
  api: string
  function: string
  endpoint: string
  /** Set once the caller is authenticated. */
  login_id?: number
}

/** An answer that shows how the service works: one that came, or failed through no fault of the caller. */
export interface Answered {
  api: string
  is_good: boolean
  login_id: number | undefined
}

export const NOT_CALLED: Called = { api: 'unknown', function: 'unknown', endpoint: 'unknown' }

export interface GatewayMetrics {
  onAnswer(called: Called, envelope: Envelope, seconds: number): void
  onUpstream(event: UpstreamEvent): void
  /** The answer lacks the list that its price counts. */
  onMissingList(endpoint: string): void
}

/** Every label has a bounded set of values: APIs, functions and endpoints of the catalogue, known codes, and fixed words. */
export function openGatewayMetrics(metrics: Metrics, catalogue: Pick<Catalogue, 'entries'>): GatewayMetrics {
  const apisOf = onceFor(
    (entries: Catalogue['entries']) =>
      new Map(entries.map(({ id, plain, upstream_path, api }) => [plain ? id : upstream_path, api])),
  )
  const calls = metrics.counter('portico_calls_total', 'Calls of the data API by code', [
    'api',
    'function',
    'code',
    'outcome',
  ])
  const charged = metrics.counter(`${inCurrency('portico_charged')}_total`, 'What calls of the data API were charged', [
    'api',
  ])
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
  const missingLists = metrics.counter(
    'portico_priced_list_missing_total',
    'Answers of the data source without the list that their price counts',
    ['endpoint'],
  )
  return {
    onMissingList: (endpoint) => missingLists.inc({ endpoint }),
    onAnswer({ api, function: name }, envelope, took_s) {
      const codes = codesOf(envelope)
      for (const code of codes) calls.inc({ api, function: name, code: codeLabel(code), outcome: outcomeOf(code) })
      if (envelope.cost > 0) charged.inc({ api }, envelope.cost)
      seconds.observe({ api, outcome: outcomeOf(Math.max(...codes, 0)) }, took_s)
    },
    onUpstream({ endpoint, outcome, status, seconds: took_s }) {
      upstream.inc({ endpoint, outcome, status: status === undefined ? 'none' : String(status) })
      if (outcome !== 'not_asked')
        upstreamSeconds.observe({ api: apisOf(catalogue.entries).get(endpoint) ?? 'unknown', outcome }, took_s)
    },
  }
}

/** For the status page. A refusal is the caller's own doing and no sign of how the service works. */
export function countOutcomes(
  { api, login_id }: Called,
  envelope: Envelope,
  count: ((answered: Answered) => void) | undefined,
): void {
  if (api === NOT_CALLED.api) return
  for (const outcome of codesOf(envelope).map(outcomeOf))
    if (outcome !== 'refused') count?.({ api, is_good: outcome === 'ok', login_id })
}

/** Of its tasks, or of the whole where there are none. */
function codesOf({ tasks, status_code }: Envelope): number[] {
  return tasks?.map((task) => task.status_code) ?? [status_code]
}

function codeLabel(code: number): string {
  return isKnownCode(code) ? String(code) : 'other'
}

/** `failed`: the gateway or the data source is at fault; `refused`: the caller is. */
function outcomeOf(code: number): 'ok' | 'refused' | 'failed' {
  if (isGood(code)) return 'ok'
  return statusClass(code) === 'server' || code === CODE.searchEngineError || code === CODE.taskFailed
    ? 'failed'
    : 'refused'
}
