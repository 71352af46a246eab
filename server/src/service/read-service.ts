import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { SERVICE_RANGES, type ServiceApi, type ServiceRange } from '@portico/contract/operator-service.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { apiTitle } from '#function-names/index.ts'
import { allInstances } from '#gateway/index.ts'
import { type Count, type Slice, sumCounts, sumTimes } from './count-store.ts'
import { allJobs } from './job-store.ts'
import { quantilesOf } from './quantile.ts'

type ReadCtx = Pick<Ctx, 'db' | 'clock'> & { catalogue: Catalogue }
type Operator = typeof operator
type Timed = Awaited<ReturnType<typeof sumTimes>>[number]
type State = Pick<ServiceApi, 'state' | 'set_by'>

const HOUR_S = 3600
const CODES_SHOWN = 6
const GOOD = 'ok'

/** The state of every API over all instances. `stateOf` judges as the status page does. */
export async function readService(
  ctx: ReadCtx,
  range: ServiceRange,
  stateOf: (api: string) => State,
): Promise<Output<Operator['service']>> {
  const { slice, seconds } = windowOf(ctx, range)
  const [codes, times, outcomes, source_times, breakers] = await Promise.all([
    sumCounts(ctx.db, slice('calls'), ['api', 'code', 'outcome']),
    sumTimes(ctx.db, slice('call_seconds')),
    sumCounts(ctx.db, slice('source_calls'), ['api', 'outcome', 'code']),
    sumTimes(ctx.db, slice('source_seconds')),
    openBreakers(ctx),
  ])
  const known = new Set(ctx.catalogue.functions().map(({ api }) => api))
  for (const { api } of codes) known.add(api)
  const apis = [...known].map((api) => {
    const own = <Row extends { api: string }>(rows: Row[]) => rows.filter((row) => row.api === api)
    const sent = own(outcomes)
    return {
      api,
      title: apiTitle(ctx.catalogue, api),
      ...stateOf(api),
      ...countedBy(own(codes), own(times)),
      codes: byCode(own(codes)).slice(0, CODES_SHOWN),
      source: { ...sourceOf(sent), seconds: quantilesOf(own(source_times).map(({ buckets }) => buckets)) },
      open_breakers: own(breakers).length,
    }
  })
  return { at: ctx.clock.now().toISOString(), seconds, apis: apis.sort(byNeed), breakers }
}

export async function readServiceApi(
  ctx: ReadCtx,
  api: string,
  range: ServiceRange,
): Promise<Output<Operator['serviceApi']>> {
  const { slice } = windowOf(ctx, range)
  const [functions, endpoints, times, breakers] = await Promise.all([
    sumCounts(ctx.db, slice('calls', api), ['name', 'outcome']),
    sumCounts(ctx.db, slice('source_calls', api), ['name', 'outcome', 'code']),
    sumTimes(ctx.db, slice('call_seconds', api), true),
    openBreakers(ctx),
  ])
  const openOn = new Map(breakers.map(({ endpoint, instances }) => [endpoint, instances]))
  const names = new Set([
    ...endpoints.map(({ name }) => name),
    ...breakers.filter((one) => one.api === api).map((one) => one.endpoint),
  ])
  return {
    functions: [...Map.groupBy(functions, ({ name }) => name)]
      .map(([name, rows]) => ({ function: name, ...outcomesOf(rows) }))
      .sort((one, other) => other.failed - one.failed || other.ok - one.ok),
    endpoints: [...names]
      .map((endpoint) => ({
        endpoint,
        ...sourceOf(endpoints.filter(({ name }) => name === endpoint)),
        open_on: openOn.get(endpoint) ?? 0,
      }))
      .sort((one, other) => other.open_on - one.open_on || failedOf(other) - failedOf(one) || other.calls - one.calls),
    times: [...Map.groupBy(times, ({ at }) => at?.toISOString() ?? '')].map(([at, rows]) => ({
      at,
      ...countedBy(rows, rows),
    })),
  }
}

export async function readInstances(ctx: Pick<Ctx, 'db'>): Promise<Output<Operator['instances']>> {
  const [instances, jobs] = await Promise.all([allInstances(ctx.db), allJobs(ctx.db)])
  return {
    instances,
    jobs: jobs.map(({ last_done_at, failed_at, ...job }) => ({
      ...job,
      last_done_at: last_done_at?.toISOString() ?? null,
      failed_at: failed_at?.toISOString() ?? null,
    })),
  }
}

/** Endpoints that living instances turn away now, as they last wrote it. */
export async function openBreakers(
  ctx: Pick<ReadCtx, 'db' | 'catalogue'>,
): Promise<Output<Operator['service']>['breakers']> {
  const { entries } = ctx.catalogue
  const open = (await allInstances(ctx.db)).flatMap(({ is_alive, facts }) => (is_alive ? (facts?.breakers ?? []) : []))
  const apiOf = (endpoint: string) =>
    entries.find(({ id, plain, upstream_path }) => (plain ? id : upstream_path) === endpoint)?.api
  return [...Map.groupBy(open, (endpoint) => endpoint)].map(([endpoint, on]) => ({
    endpoint,
    api: apiOf(endpoint) ?? 'unknown',
    instances: on.length,
  }))
}

/** Whether a living instance turns away all calls to the source, as it last wrote it. */
export async function isDownAnywhere(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  return (await allInstances(ctx.db)).some(({ is_alive, facts }) => is_alive && facts?.is_down)
}

/** From a whole minute or hour on until now. */
function windowOf({ clock }: Pick<ReadCtx, 'clock'>, range: ServiceRange) {
  const range_s = SERVICE_RANGES[range]
  const span_s: Count['span_s'] = range_s > HOUR_S ? HOUR_S : 60
  const now_s = Math.floor(clock.now().getTime() / 1000)
  const since_s = now_s - (now_s % span_s) - range_s + span_s
  const since = new Date(since_s * 1000)
  return {
    seconds: Math.max(now_s - since_s, 1),
    slice: (metric: Count['metric'], api?: string): Slice => ({
      metric,
      span_s,
      since,
      ...(api !== undefined && { api }),
    }),
  }
}

function outcomesOf(rows: { outcome: string; calls: number }[]) {
  const of = (outcome: string) => sum(rows.filter((row) => row.outcome === outcome).map(({ calls }) => calls))
  return { ok: of(GOOD), refused: of('refused'), failed: of('failed') }
}

function countedBy(rows: { outcome: string; calls: number }[], times: Timed[]) {
  return { ...outcomesOf(rows), seconds: quantilesOf(times.map(({ buckets }) => buckets)) }
}

function byCode(rows: { outcome: string; code: string; calls: number }[]) {
  return rows
    .filter(({ outcome }) => outcome !== GOOD)
    .map(({ code, calls }) => ({ code, calls }))
    .sort((one, other) => other.calls - one.calls)
}

function sourceOf(rows: { outcome: string; code: string; calls: number }[]) {
  const bad = rows.filter(({ outcome }) => outcome !== GOOD)
  const outcomes = bad.map(({ outcome, code, calls }) => ({ outcome, status: code, calls }))
  return {
    calls: sum(rows.map(({ calls }) => calls)),
    outcomes: outcomes.sort((one, other) => other.calls - one.calls),
  }
}

/** What is not well first, then what is called most. */
function byNeed(one: ServiceApi, other: ServiceApi): number {
  const well = ({ state, open_breakers }: ServiceApi) => Number(state === 'operational' && open_breakers === 0)
  return well(one) - well(other) || callsOf(other) - callsOf(one) || (one.api < other.api ? -1 : 1)
}

function callsOf({ ok, refused, failed }: Pick<ServiceApi, 'ok' | 'refused' | 'failed'>): number {
  return ok + refused + failed
}

function failedOf({ outcomes }: { outcomes: { calls: number }[] }): number {
  return sum(outcomes.map(({ calls }) => calls))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
