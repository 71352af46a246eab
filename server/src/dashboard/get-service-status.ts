import type { dashboard } from '@portico/contract/dashboard.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { apiTitle } from '#function-names/index.ts'
import { paidSlice, usageOf } from '#traffic/index.ts'
import { chooseLogins } from '#users/index.ts'
import { statusOf } from './service-status.ts'
import { type IsSourceDown, watchSource } from './watch-source.ts'

export async function getServiceStatus(
  ctx: UserCtx,
  isSourceDown: IsSourceDown,
  { scope }: Input<typeof dashboard.getServiceStatus>,
): Promise<Output<typeof dashboard.getServiceStatus>> {
  const logins = await chooseLogins(ctx, { scope }, '/h2h-dashboard')
  const now_ms = ctx.clock.now().getTime()
  const hour = paidSlice(
    logins.map(({ id }) => id),
    [now_ms - HOUR_MS, now_ms + 1],
  )
  const [called, failed, source] = await Promise.all([
    usageOf(ctx, hour),
    usageOf(ctx, { ...hour, status_class: 'server' }),
    watchSource(ctx, isSourceDown),
  ])
  const callsTo = (rows: typeof called.rows, api: string) =>
    rows.filter((row) => row.api === api).reduce((sum, { calls, queued }) => sum + calls - queued, 0)
  // Account functions do not depend on a source.
  const apis = [...new Set(ctx.catalogue.functions().flatMap(({ api, usage }) => (usage.length > 0 ? [api] : [])))]
  return {
    apis: apis.map((api) => {
      const seen = { calls: callsTo(called.rows, api), failures: callsTo(failed.rows, api) }
      return { api, title: apiTitle(ctx.catalogue, api), ...seen, status: statusOf(seen, source) }
    }),
    until: source.until,
  }
}
