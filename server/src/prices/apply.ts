import { audit } from '#audit/index.ts'
import { recordEvent } from '#business-events/index.ts'
import type { Catalogue, PriceLayer } from '#catalogue/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { addPriceNotice, removePriceNotice } from '#notices/index.ts'
import {
  inForce,
  type Known,
  known,
  momentOf,
  type PreviewInput,
  readBook,
  refused,
  sidesOf,
  type Whose,
} from './books.ts'
import { comparePrices, type PriceChange } from './compare.ts'
import { insertVersion, lockVersions, markWithdrawn, type VersionRow, versionsOf } from './store.ts'

export interface PriceChangeInput extends PreviewInput {
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

/** The changes that applying these prices would make, without applying them. */
export async function previewPrices(ctx: RequestCtx, catalogue: Catalogue, lead_ms: number, input: PreviewInput) {
  return inTx(ctx.db, async (db) => preview(catalogue, await known(db, input.whose), lead_ms, input))
}

export async function applyPrices(ctx: RequestCtx, catalogue: Catalogue, lead_ms: number, input: PriceChangeInput) {
  return inTx(ctx.db, async (db) => {
    const owner_id = input.whose?.id ?? null
    const now = await known(db, input.whose)
    const shown = preview(catalogue, now, lead_ms, input)
    const { version, valid_from } = shown
    const row = { owner_id, version, valid_from, book: input.book, applied_at: now.now, actor: `operator:${input.by}` }
    const id = await insertVersion(db, row)
    await noted({ ...ctx, db }, 'prices_applied', input, { version, valid_from: valid_from.toISOString() })
    await changed({ ...ctx, db }, { id, owner_id, version, valid_from }, 'applied')
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
    await changed({ ...ctx, db }, { id, owner_id: whose.id, version, valid_from }, 'applied')
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
    await changed({ ...ctx, db }, row, 'withdrawn')
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

async function noted(
  ctx: RequestCtx,
  action: 'prices_applied' | 'prices_withdrawn',
  { whose, by }: Pick<PriceChangeInput, 'whose' | 'by'>,
  detail: Record<string, string>,
) {
  const about = { actor: `operator:${by}`, detail }
  await audit(ctx, action, whose ? { user_id: whose.id, ...about } : about)
}

type Changed = Pick<VersionRow, 'id' | 'owner_id' | 'version' | 'valid_from'>
function changed(ctx: RequestCtx, row: Changed, state: 'applied' | 'withdrawn') {
  const { id, owner_id, version, valid_from } = row
  const data = { state, version, valid_from: valid_from.toISOString() }
  return recordEvent(ctx, { type: 'price.changed', key: `${id} ${state}`, owner_id, data })
}
