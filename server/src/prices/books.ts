import { Problem } from '@portico/contract/problem.ts'
import type { Catalogue, PriceLayer } from '#catalogue/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { isStartProblem } from '#db/start-problem.ts'
import { inTx } from '#db/tx.ts'
import { lockVersions, ownVersions, type VersionRow, versionsOf } from './store.ts'

/** For one account, or for all. */
export type Whose = { id: number; email: string } | null

/** A book of prices, for whom and from when. */
export interface PreviewInput {
  book: string
  file: string
  whose: Whose
  /** Null: the time in the file, or as soon as all instances know of it. */
  at: Date | null
}

/**
 * The catalogue without and with these prices, and the functions that accounts with prices of their own do not pay the
 * common price for.
 */
export async function comparedBooks(ctx: RequestCtx, catalogue: Catalogue, lead_ms: number, input: PreviewInput) {
  return inTx(ctx.db, async (db) => {
    const now = await known(db, input.whose)
    const layer = readBook(catalogue, input)
    const valid_from = momentOf({ at: input.at, now: now.now, lead_ms, written: layer.valid_from })
    const sides = sidesOf(catalogue, now, { layer, valid_from, is_common: !input.whose })
    const own = input.whose ? [] : await ownVersions(db)
    const exempt = [...Map.groupBy(own, ({ owner_id }) => owner_id ?? 0)].flatMap(([owner_id, rows]) => {
      const row = inForce(rows, valid_from)
      const named = row?.book ? [...readRow(catalogue, row).charges.keys()] : []
      return named.map(({ api, function_id }) => ({ owner_id, api, id: function_id }))
    })
    return { ...sides, exempt }
  })
}

export interface Known {
  now: Date
  rows: VersionRow[]
  all_common: VersionRow[]
}

export async function known(db: RequestCtx['db'], whose: Whose): Promise<Known> {
  const now = await lockVersions(db)
  const valid = async (owner_id: number | null) =>
    (await versionsOf(db, owner_id)).filter(({ withdrawn_at }) => withdrawn_at === null)
  const all_common = await valid(null)
  return { now, all_common, rows: whose ? await valid(whose.id) : all_common }
}

/** The catalogue at the prices of that moment, without the new ones and with them. */
export function sidesOf(
  catalogue: Catalogue,
  { rows, all_common }: Pick<Known, 'rows' | 'all_common'>,
  { layer, valid_from, is_common }: { layer: PriceLayer; valid_from: Date; is_common: boolean },
): { before: Catalogue; after: Catalogue } {
  const layersAt = (row: VersionRow | undefined) => (row?.book ? [readRow(catalogue, row)] : [])
  const common = layersAt(inForce(all_common, valid_from))
  const own = is_common ? [] : layersAt(inForce(rows, valid_from))
  return {
    before: catalogue.pricedBy([...own, ...common]),
    after: catalogue.pricedBy(is_common ? [layer] : [layer, ...common]),
  }
}

export function inForce(rows: VersionRow[], at: Date): VersionRow | undefined {
  return rows.findLast(({ valid_from }) => valid_from <= at)
}

export function readBook(catalogue: Catalogue, { book, file, whose }: PreviewInput): PriceLayer {
  try {
    return catalogue.readPrices({ id: null, file, text: book, is_partial: whose !== null })
  } catch (error) {
    if (isStartProblem(error)) throw refused('book', error.message)
    throw error
  }
}

function readRow(catalogue: Catalogue, row: VersionRow): PriceLayer {
  return catalogue.readApplied({
    id: row.id,
    file: `prices ${row.version}`,
    text: row.book ?? '',
    is_partial: row.owner_id !== null,
  })
}

export function momentOf({
  at,
  now,
  lead_ms,
  written,
}: {
  at: Date | null
  now: Date
  lead_ms: number
  written: string | null
}) {
  const soonest = new Date(now.getTime() + lead_ms)
  if (at && at < now) throw refused('at', 'must be a moment to come')
  const wanted = at ?? (written ? new Date(written) : soonest)
  return wanted > soonest ? wanted : soonest
}

export function refused(field: string, reason: string): Problem {
  return new Problem('invalid_input', { fields: { [field]: reason } })
}
