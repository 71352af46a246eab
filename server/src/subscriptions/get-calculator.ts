import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { subscriptions } from '@portico/contract/subscriptions.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin, loginsOf } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { functionKey } from '#function-names/index.ts'
import { paidSlice, usageOf } from '#traffic/index.ts'

const MONTH_MS = 30 * DAY_MS

/** The functions of a product with their prices, and the calls of all logins of the account to them in the last thirty days. */
export async function getCalculator(
  ctx: UserCtx,
  { product }: Input<typeof subscriptions.getCalculator>,
): Promise<Output<typeof subscriptions.getCalculator>> {
  const { owner_id } = await activeLogin(ctx)
  const logins = (await loginsOf(ctx)).filter((one) => one.owner_id === owner_id)
  const to_ms = ctx.clock.now().getTime() + 1
  const paid = paidSlice(
    logins.map(({ id }) => id),
    [to_ms - MONTH_MS, to_ms],
  )
  const [{ rows }, sandbox] = await Promise.all([usageOf(ctx, paid), usageOf(ctx, { ...paid, is_sandbox: true })])
  const functions = ctx.catalogue.functions().filter(({ subscription }) => subscription === product)
  return {
    functions: functions.map(({ id, api, title, methods }) => {
      const isOwn = (row: { api: string; function: string }) =>
        functionKey({ api: row.api, id: row.function }) === functionKey({ api, id })
      const own = rows.filter(isOwn)
      const total = (of: 'requests' | 'results' | 'cost_micros') => own.reduce((sum, row) => sum + row[of], 0)
      const price = (methods.find(({ kind }) => kind === 'live') ?? methods[0])?.tariff?.normal
      return {
        id,
        title,
        request_micros: price?.per_request ?? 0,
        result_micros: price?.per_result ?? 0,
        requests: total('requests'),
        sandbox_requests: sandbox.rows.filter(isOwn).reduce((sum, { requests }) => sum + requests, 0),
        results: total('results'),
        cost_micros: total('cost_micros'),
      }
    }),
  }
}
