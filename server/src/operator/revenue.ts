import { isPeriod } from '@portico/contract/billing.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import { type RevenueMetrics, readRevenue } from '#ledger/books/index.ts'
import { userById } from '#users/index.ts'

const SPENDERS = 10
/** Further customers are one row. */
const CUSTOMERS_MAX = 100

export const revenueHandlers: Pick<Handlers<typeof operator>, 'revenue'> = {
  revenue: async (ctx, { by, ...input }) => {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const to = input.to ?? (input.from && input.from > today ? input.from : today)
    const from = input.from ?? `${to.slice(0, 7)}-01`
    if (!isPeriod({ from, to }))
      throw new Problem('invalid_input', {
        fields: { from: 'must not be after --to, nor more than 366 days before it' },
      })
    const { totals, rows, spenders, ...sums } = await readRevenue(ctx, { from, to, by })
    const shown = rows.map(({ key, metrics }) => ({ key, ...inMicros(metrics) }))
    return {
      from,
      to,
      by,
      totals: inMicros(totals),
      ...sums,
      rows: by === 'customer' ? await ofCustomers(ctx, shown) : shown.sort((a, b) => compare(a.key, b.key)),
      spenders: await Promise.all(
        spenders
          .slice(0, SPENDERS)
          .map(async ({ owner_id, usage_micros }) => ({ email: await emailOf(ctx, owner_id), usage_micros })),
      ),
    }
  },
}

type Shown = { key: string | null } & ReturnType<typeof inMicros>

function inMicros({ usage, returned, refunded, payments, subscriptions, payment_refunds, ...rest }: RevenueMetrics) {
  const { disputes, credits, promos, purchases } = rest
  return {
    usage_micros: usage,
    returned_micros: returned,
    refunded_micros: refunded,
    payments_micros: payments,
    subscriptions_micros: subscriptions,
    payment_refunds_micros: payment_refunds,
    disputes_micros: disputes,
    credits_micros: credits,
    promos_micros: promos,
    purchases_micros: purchases,
  }
}

/** Those who spent most, by their addresses, and all others in one row. */
async function ofCustomers(ctx: RequestCtx, rows: Shown[]): Promise<Shown[]> {
  const sorted = rows.toSorted((a, b) => a.usage_micros - b.usage_micros || Number(a.key) - Number(b.key))
  const named: Shown[] = []
  for (const row of sorted.slice(0, CUSTOMERS_MAX)) named.push({ ...row, key: await emailOf(ctx, Number(row.key)) })
  const [first, ...others] = sorted.slice(CUSTOMERS_MAX)
  if (!first) return named
  return [...named, others.reduce(add, { ...first, key: null })]
}

function add({ key, ...sum }: Shown, { key: _, ...row }: Shown): Shown {
  const names = Object.keys(sum) as (keyof typeof sum)[]
  const added = names.map((name) => [name, sum[name] + row[name]])
  return { key, ...(Object.fromEntries(added) as typeof sum) }
}

async function emailOf(ctx: RequestCtx, owner_id: number): Promise<string> {
  return (await userById(ctx, owner_id))?.email ?? String(owner_id)
}

/** Rows without a key come last. */
function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return a < b ? -1 : 1
}
