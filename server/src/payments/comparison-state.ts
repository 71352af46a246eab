import type { Ctx } from '#ctx/ctx.ts'
import { countFindings, lastComparison, openFindings } from './finding-store.ts'

/** The last comparison with the processor and its unexplained differences, for the operator. */
export async function comparisonState(ctx: Pick<Ctx, 'db'>) {
  const last = await lastComparison(ctx.db)
  const findings = await openFindings(ctx.db)
  return {
    compared_at: last?.at.toISOString() ?? null,
    findings: findings.map(({ payment_ref, finding, found_at }) => ({
      payment_ref,
      finding,
      found_at: found_at.toISOString(),
    })),
  }
}

/** For the operator's metrics. */
export function paymentMetrics({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  return [
    {
      name: 'portico_payment_findings',
      help: 'Differences between our payments and the processor’s own lists that are not explained',
      read: () => countFindings(db),
    },
    {
      name: 'portico_payment_comparison_age_seconds',
      help: 'Time since our payments were last compared with the processor’s own lists',
      read: async () => {
        const last = await lastComparison(db)
        return last && (clock.now().getTime() - last.at.getTime()) / 1000
      },
    },
  ]
}
