import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { Catalogue, PriceLayer } from '#catalogue/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { isStartProblem } from '#db/start-problem.ts'
import { inTx } from '#db/tx.ts'
import { addPriceNotice, removePriceNotice } from '#notices/index.ts'
import { comparePrices, type PriceChange } from './compare.ts'
import { insertVersion, lockVersions, markWithdrawn, ownVersions, type VersionRow, versionsOf } from './store.ts'

/** For one account, or for all. */
export type Whose = { id: number; email: string } | null

export interface PriceChangeInput {
  book: string
  file: string
  whose: Whose
  /** Null: the time in the file, or as soon as all instances know of it. */
  at: Date | null
  is_announced: boolean
  by: string
}

export interface Preview {
  version: string
  valid_from: Date
  changes: PriceChange[]
  /** The version in force now for the same account; null: the account pays the common prices. */
  in_force: string | null
}

type PreviewInput = Pick<PriceChangeInput, 'book' | 'file' | 'whose' | 'at'>

/** The changes that applying these prices would make, without applying them. */
export async function previewPrices(ctx: RequestCtx, catalogue: Catalogue, lead_ms: number, input: PreviewInput) {
  return inTx(ctx.db, async (db) => preview(catalogue, await known(db, input.whose), lead_ms, input))
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

export async function applyPrices(ctx: RequestCtx, catalogue: Catalogue, lead_ms: number, input: PriceChangeInput) {
  const owner_id = input.whose?.id ?? null
  return inTx(ctx.db, async (db) => {
    const now = await known(db, input.whose)
    const shown = preview(catalogue, now, lead_ms, input)
    const { version, valid_from } = shown
    const row = { owner_id, version, valid_from, book: input.book, applied_at: now.now, actor: `operator:${input.by}` }
    const id = await insertVersion(db, row)
    await noted({ ...ctx, db }, 'prices_applied', input, { version, valid_from: valid_from.toISOString() })
    if (input.is_announced) await addPriceNotice({ ...ctx, db }, { id, valid_from, owner_id })
    return { ...shown, id }
  })
}

/** From then on the account pays the common prices. */
export async function endOwnPrices(
  ctx: RequestCtx,
  lead_ms: number,
  { whose, at, by }: Pick<PriceChangeInput, 'at' | 'by'> & { whose: NonNullable<Whose> },
) {
  return inTx(ctx.db, async (db) => {
    const { now, rows } = await known(db, whose)
    if (!inForce(rows, now) && rows.every(({ valid_from }) => valid_from <= now))
      throw refused('email', 'has no prices of its own')
    const valid_from = momentOf({ at, now, lead_ms, written: null })
    const version = `common from ${valid_from.toISOString()}`
    const row = { owner_id: whose.id, version, valid_from, book: null, applied_at: now, actor: `operator:${by}` }
    const id = await insertVersion(db, row)
    await noted({ ...ctx, db }, 'prices_applied', { whose, by }, { version, valid_from: valid_from.toISOString() })
    await addPriceNotice({ ...ctx, db }, { id, valid_from, owner_id: whose.id })
    return { version, valid_from }
  })
}

/** Withdraws a version before it takes effect, together with its notice. */
export async function withdrawPrices(
  ctx: RequestCtx,
  lead_ms: number,
  { whose, version, by }: { whose: Whose; version: string; by: string },
) {
  return inTx(ctx.db, async (db) => {
    const { now, rows } = await known(db, whose)
    const row = rows.find((one) => one.version === version)
    if (!row) throw refused('version', 'is not applied, or was withdrawn')
    // Later some instances might charge by it before they learn of the withdrawal.
    if (row.valid_from.getTime() < now.getTime() + lead_ms)
      throw refused('version', 'is in force or about to be: apply a new version instead')
    await markWithdrawn(db, row.id, now)
    await removePriceNotice({ db }, row.id)
    await noted({ ...ctx, db }, 'prices_withdrawn', { whose, by }, { version })
    return { version, valid_from: row.valid_from }
  })
}

export async function listPrices(ctx: Pick<RequestCtx, 'db'>, whose: Whose) {
  return inTx(ctx.db, async (db) => {
    const now = await lockVersions(db)
    const rows = await versionsOf(db, whose?.id ?? null)
    const current = inForce(
      rows.filter(({ withdrawn_at }) => withdrawn_at === null),
      now,
    )
    return rows.map((row) => ({
      version: row.version,
      valid_from: row.valid_from.toISOString(),
      applied_at: row.applied_at.toISOString(),
      actor: row.actor,
      state: stateOf(row, current, now),
    }))
  })
}

function stateOf(row: VersionRow, current: VersionRow | undefined, now: Date) {
  if (row.withdrawn_at) return 'withdrawn' as const
  if (row.id === current?.id) return 'in force' as const
  return row.valid_from > now ? ('to come' as const) : ('over' as const)
}

interface Known {
  now: Date
  rows: VersionRow[]
  all_common: VersionRow[]
}

async function known(db: RequestCtx['db'], whose: Whose): Promise<Known> {
  const now = await lockVersions(db)
  const valid = async (owner_id: number | null) =>
    (await versionsOf(db, owner_id)).filter(({ withdrawn_at }) => withdrawn_at === null)
  const all_common = await valid(null)
  return { now, all_common, rows: whose ? await valid(whose.id) : all_common }
}

function preview(
  catalogue: Catalogue,
  { now, rows, all_common }: Known,
  lead_ms: number,
  input: PreviewInput,
): Preview {
  const layer = readBook(catalogue, input)
  refuseTwice(rows, layer, input)
  const valid_from = momentOf({ at: input.at, now, lead_ms, written: layer.valid_from })
  const { before, after } = sidesOf(catalogue, { rows, all_common }, { layer, valid_from, is_common: !input.whose })
  const in_force = inForce(rows, now)?.version ?? null
  return { version: layer.version, valid_from, in_force, changes: comparePrices(before, after) }
}

function refuseTwice(rows: VersionRow[], layer: PriceLayer, input: PreviewInput): void {
  const same = rows.find(({ version }) => version === layer.version)
  if (same)
    throw refused(
      'book',
      same.book === input.book
        ? `is applied already: version ${layer.version}, from ${same.valid_from.toISOString()}`
        : `has the name of an applied version with other prices, ${layer.version}: give it another version`,
    )
}

/** The catalogue at the prices of that moment, without the new ones and with them. */
function sidesOf(
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

function inForce(rows: VersionRow[], at: Date): VersionRow | undefined {
  return rows.findLast(({ valid_from }) => valid_from <= at)
}

function readBook(catalogue: Catalogue, { book, file, whose }: PreviewInput): PriceLayer {
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

function momentOf({
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

async function noted(
  ctx: RequestCtx,
  action: 'prices_applied' | 'prices_withdrawn',
  { whose, by }: Pick<PriceChangeInput, 'whose' | 'by'>,
  detail: Record<string, string>,
) {
  const about = { actor: `operator:${by}`, detail }
  await audit(ctx, action, whose ? { user_id: whose.id, ...about } : about)
}

function refused(field: string, reason: string): Problem {
  return new Problem('invalid_input', { fields: { [field]: reason } })
}
