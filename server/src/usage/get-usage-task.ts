import type { Input, Output } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { usage } from '@portico/contract/usage.ts'
import { readAnswers } from '#answers/index.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { functionsByKey, sentAs } from '#function-names/index.ts'
import { apiAddress } from '#http/api-address.ts'
import { type CallDetailRow, oneCall } from '#traffic/index.ts'
import { loginsInScope } from '#users/index.ts'
import { asTask } from './get-usage-tasks.ts'

type Detail = Output<typeof usage.getUsageTask>

/** One call with all details. A call of another account is answered as unknown. */
export async function getUsageTask(ctx: UserCtx, { scope, id }: Input<typeof usage.getUsageTask>): Promise<Detail> {
  const { logins, found } = await ownCall(ctx, scope, id)
  const task = asTask(found, logins.find((login) => login.id === found.login_id)?.login ?? '')
  const named = functionsByKey(ctx.catalogue).get(task.function)
  const { request_id, http_status, ip, is_sandbox, message, queue_ms, run_ms } = found
  return {
    ...task,
    request_id,
    finished_at: found.finished_at?.toISOString() ?? null,
    queue_ms,
    run_ms,
    request_calls: found.request_calls,
    title: named?.title ?? task.function,
    playground: named?.playground ?? null,
    ...sentAs(ctx.catalogue, found),
    url: `${apiAddress(ctx).origin}${is_sandbox ? '/sandbox' : ''}${found.path}`,
    http_status,
    ip,
    is_sandbox,
    message,
    cost_lines: costLines(ctx.catalogue, found),
    price_version: found.cost_micros > 0 ? found.price_name : null,
    request: found.request ?? null,
    request_cut_at: found.request_cut_at,
  }
}

export async function getUsageAnswer(
  ctx: UserCtx,
  { scope, id }: Input<typeof usage.getUsageAnswer>,
): Promise<Output<typeof usage.getUsageAnswer>> {
  return readAnswers(ctx, (await ownCall(ctx, scope, id)).found)
}

async function ownCall(ctx: UserCtx, scope: Input<typeof usage.getUsageTask>['scope'], id: string) {
  const logins = await loginsInScope(ctx, scope, '/h2h-detail')
  const found = await oneCall(
    ctx,
    logins.map((login) => login.id),
    id,
  )
  if (!found) throw new Problem('not_allowed')
  return { logins, found }
}

/** Hold, refund and cost of the call, at the prices it was charged by. */
function costLines(catalogue: Catalogue, call: CallDetailRow): Detail['cost_lines'] {
  const { booked_micros, refunded_micros } = call
  const amount_micros = booked_micros - refunded_micros
  const charged = { kind: 'charged' as const, amount_micros }
  const reserved = refunded_micros > 0 ? booked_micros : amount_micros > 0 ? reservedFor(catalogue, call) : undefined
  if (reserved === undefined || reserved <= amount_micros) return [charged]
  return [
    { kind: 'reserved', amount_micros: reserved },
    { kind: 'given_back', amount_micros: amount_micros - reserved },
    charged,
  ]
}

function reservedFor(catalogue: Catalogue, call: CallDetailRow): number | undefined {
  const priced = catalogue.byVersion(call.price_version)
  const entry = priced.find('POST', call.path)?.entry
  const is_older = call.price_version === null && call.at.toISOString().slice(0, 10) < priced.prices.valid_from
  const is_whole = call.request !== null && call.request !== undefined && call.request_cut_at === null
  if (!entry || is_older || !is_whole) return undefined
  return priced.price(entry, priced.chargeableUnits(entry, call.request)).max_micros
}
