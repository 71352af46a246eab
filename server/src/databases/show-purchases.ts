import type { Purchase } from '@portico/contract/databases.ts'
import type { Language } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { fileName } from './files.ts'
import { textIn } from './read-databases.ts'
import { filesOfPurchases, purchasesOf } from './store.ts'

const PAGE = 20
type Shown = Awaited<ReturnType<typeof purchasesOf>>[number]

export async function purchasePage(
  ctx: Pick<Ctx, 'db' | 'databases'>,
  owner_id: number,
  before: string | undefined,
  language: Language,
) {
  const rows = await purchasesOf(ctx.db, owner_id, { before, limit: PAGE + 1 })
  return { purchases: await show(ctx, rows.slice(0, PAGE), language), more: rows.length > PAGE }
}

export async function showPurchase(
  ctx: Pick<Ctx, 'db' | 'databases'>,
  { id, owner_id, language }: { id: string; owner_id: number; language: Language },
): Promise<Purchase> {
  const [purchase] = await show(ctx, await purchasesOf(ctx.db, owner_id, { id, limit: 1 }), language)
  if (!purchase) throw new Problem('unknown_purchase')
  return purchase
}

async function show(ctx: Pick<Ctx, 'db' | 'databases'>, rows: Shown[], language: Language): Promise<Purchase[]> {
  if (rows.length === 0) return []
  const files = await filesOfPurchases(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const source = ctx.databases.find(({ id }) => id === row.database_id)
    return {
      id: row.id,
      reference: row.reference,
      login: row.login,
      database_id: row.database_id,
      title: source ? textIn(source.title, language) : row.title,
      version: row.version,
      format: row.format,
      locations: row.locations,
      amount_micros: row.amount_micros,
      state: row.state,
      bought_by: row.bought_by ?? '',
      created_at: row.created_at.toISOString(),
      ready_at: row.ready_at?.toISOString() ?? null,
      updates_until: row.updates_until?.toISOString() ?? null,
      files: files
        .filter(({ purchase_id }) => purchase_id === row.id)
        .map((file) => ({
          version: file.version,
          location: file.location,
          name: fileName(file),
          bytes: file.bytes,
          records: file.records,
          sha256: file.sha256,
        })),
    }
  })
}
