import type { operator } from '@portico/contract/operator.ts'
import type { Handlers } from '#http/mount.ts'
import { nextCursor } from '#http/read-cursor.ts'
import { readLiabilities } from '#ledger/books/index.ts'
import { listReversals } from '#payments/index.ts'
import { brandNames } from './brand-hosts.ts'
import { listAllDocuments, numberSeries } from './document-list-store.ts'
import { pageOf } from './page-of.ts'
import { taxCsv, taxOf } from './tax.ts'

type Mine = 'liabilities' | 'listReversals' | 'listAllDocuments' | 'documentNumbers' | 'taxReport' | 'taxFile'

/** Money of all customers together, as finance reads it. */
export const moneyHandlers: Pick<Handlers<typeof operator>, Mine> = {
  liabilities: async (ctx) => {
    const { given, ...sums } = await readLiabilities(ctx.db)
    return {
      ...sums,
      deposits_micros: given['world:payments'] ?? 0,
      credits_micros: given['world:gifts'] ?? 0,
      promos_micros: given['world:promos'] ?? 0,
      fees_micros: given['world:fees'] ?? 0,
      purchases_micros: given['world:purchases'] ?? 0,
    }
  },
  listReversals: async (ctx, { kind, state, limit, ...page }) => {
    const rows = await listReversals(ctx.db, { kind, state, limit: limit + 1, ...pageOf(page) })
    return {
      reversals: rows.slice(0, limit).map(({ id: _, owner_id, created_at, ...row }) => ({
        ...row,
        customer_id: owner_id,
        created_at: created_at.toISOString(),
      })),
      next: nextCursor(rows, limit, (row) => row.created_at),
    }
  },
  listAllDocuments: async (ctx, { kind, limit, ...page }) => {
    const rows = await listAllDocuments(ctx.db, { kind, limit: limit + 1, ...pageOf(page) })
    const brand = await brandNames(ctx)
    return {
      documents: rows.slice(0, limit).map(({ id: _, wl_id, owner_id, issued_at, ...row }) => ({
        ...row,
        brand: brand(wl_id),
        customer_id: owner_id,
        issued_at: issued_at.toISOString(),
      })),
      next: nextCursor(rows, limit, (row) => row.issued_at),
    }
  },
  documentNumbers: async (ctx, { year = ctx.clock.now().getUTCFullYear() }) => {
    const brand = await brandNames(ctx)
    const series = await numberSeries(ctx.db, year)
    return { year, series: series.map(({ wl_id, ...row }) => ({ brand: brand(wl_id), ...row })) }
  },
  taxReport: taxOf,
  taxFile: async (ctx, days) => ({
    name: `tax-${days.from}-${days.to}.csv`,
    content: taxCsv((await taxOf(ctx, days)).rows),
  }),
}
