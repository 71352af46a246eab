import type { Catalogue } from '#catalogue/index.ts'
import { type Labelled, type Metrics, SECONDS } from '#http/metrics.ts'
import type { Count } from './count-store.ts'

type Values = Pick<Metrics, 'values'>['values']
type Delta = Pick<Count, 'metric' | 'api' | 'name' | 'code' | 'outcome' | 'calls' | 'buckets'>

/** The steps of time as prom-client names them. */
const STEPS = [...SECONDS.map(String), '+Inf']

/**
 * What /metrics has counted since the last reading. Nothing is counted a second time for the database, so that a call costs
 * nothing more and both show the same numbers.
 */
export function openDeltas(values: Values, { entries }: Pick<Catalogue, 'entries'>): () => Promise<Delta[]> {
  const apis = new Map(entries.map(({ id, plain, upstream_path, api }) => [plain ? id : upstream_path, api]))
  const seen = new Map<string, number>()
  const newOf = async (metric: string): Promise<Labelled[]> => {
    const current = await values(metric)
    return current.flatMap(({ labels, value }) => {
      const key = `${metric} ${JSON.stringify(labels)}`
      const more = value - (seen.get(key) ?? 0)
      seen.set(key, value)
      return more > 0 ? [{ labels, value: more }] : []
    })
  }
  return async () => [
    ...(await newOf('portico_calls_total')).map(
      ({ labels: { api = '', function: name = '', code = '', outcome = '' }, value }) =>
        counted({ metric: 'calls', api, name, code, outcome }, value),
    ),
    ...timed('call_seconds', await newOf('portico_call_seconds')),
    ...(await newOf('portico_upstream_calls_total')).map(
      ({ labels: { endpoint = '', outcome = '', status = '' }, value }) =>
        counted(
          { metric: 'source_calls', api: apis.get(endpoint) ?? 'unknown', name: endpoint, code: status, outcome },
          value,
        ),
    ),
    ...timed('source_seconds', await newOf('portico_upstream_seconds')),
  ]
}

function counted(labels: Omit<Delta, 'calls' | 'buckets'>, calls: number): Delta {
  return { ...labels, calls, buckets: [] }
}

/** Each step of prom-client includes those below it; here each has its own calls alone. */
function timed(metric: Delta['metric'], values: Labelled[]): Delta[] {
  const steps = values.filter(({ labels }) => labels.le !== undefined)
  const series = Map.groupBy(steps, ({ labels }) => `${labels.api} ${labels.outcome}`)
  return [...series.values()].flatMap((of) => {
    const { api = '', outcome = '' } = of[0]?.labels ?? {}
    const upTo = STEPS.map((step) => of.find(({ labels }) => labels.le === step)?.value ?? 0)
    const buckets = upTo.map((all, at) => all - (upTo[at - 1] ?? 0))
    return [{ metric, api, name: '', code: '', outcome, calls: upTo.at(-1) ?? 0, buckets }]
  })
}
