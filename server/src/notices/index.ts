import { join } from 'node:path'
import type { Notice } from '@portico/contract/notices.ts'
import * as z from 'zod/mini'
import type { Ctx } from '#ctx/ctx.ts'
import type { PlannedNotice } from '#ctx/provider.ts'
import { startProblem } from '#db/start-problem.ts'
import { checkedFile } from '#files/provider-file.ts'
import { readYamlIfThere } from '#files/yaml-file.ts'
import { namesProvider } from '#whitelabel/index.ts'
import { deleteNotice, everyNotice, shownNotices, upsertNotice } from './store.ts'

export { NOTICES_CHANGED } from './store.ts'

const LINGERS_MS = 30 * 60 * 1000
/** How long new prices are announced after they took effect. */
const PRICES_SHOWN_MS = 3 * 24 * 60 * 60 * 1000
/** The most that are listed. */
const LISTED_MAX = 200
/** How long before it starts a window is announced. */
const AHEAD_MS = 7 * 24 * 60 * 60 * 1000

const file = z.array(
  z.strictObject({
    id: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'must be small letters, digits and dashes')),
    starts_at: z.iso.datetime(),
    ends_at: z.iso.datetime(),
    hidden_at: z.optional(z.iso.datetime()),
    text: z._default(z.nullable(z.string().check(z.maxLength(300))), null),
  }),
)

/** Planned maintenance: windows of PROVIDER_DIR/notices.yaml, and those the operator adds at run time. */
export function readNotices(provider_dir: string): PlannedNotice[] {
  const path = join(provider_dir, 'notices.yaml')
  return checkedFile(path, file, readYamlIfThere(path) ?? []).map(({ id, starts_at, ends_at, hidden_at, text }) => {
    const [start, end] = [new Date(starts_at), new Date(ends_at)]
    if (end <= start) throw startProblem(`${path}: ${id}: ends_at must be after starts_at.`)
    return { id, starts_at: start, ends_at: end, hidden_at: hidden_at ? new Date(hidden_at) : afterwards(end), text }
  })
}

function afterwards(end: Date): Date {
  return new Date(end.getTime() + LINGERS_MS)
}

/** The notices to show now, soonest first. */
export async function currentNotices(
  ctx: Pick<Ctx, 'db' | 'clock' | 'planned'>,
  owner_id: number | null = null,
): Promise<Notice[]> {
  const now = ctx.clock.now()
  const soon = new Date(now.getTime() + AHEAD_MS)
  const planned = ctx.planned
    .filter(({ starts_at, hidden_at }) => starts_at <= soon && hidden_at > now)
    .map((notice) => ({ kind: 'maintenance' as const, ...notice }))
  const added = await shownNotices(ctx.db, now, soon, owner_id)
  return [...added, ...planned.filter(({ id }) => added.every((row) => row.id !== id))]
    .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
    .map(({ id, kind, starts_at, ends_at, text }) => ({
      id,
      kind,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      text,
    }))
}

/** All notices, for the operator: future ones, current ones, and the newest past ones. */
export async function allNotices(ctx: Pick<Ctx, 'db' | 'clock' | 'planned'>) {
  const now = ctx.clock.now()
  const soon = new Date(now.getTime() + AHEAD_MS)
  const added = await everyNotice(ctx.db, LISTED_MAX)
  const planned = ctx.planned.filter(({ id }) => added.every((row) => row.id !== id))
  const all = [
    ...added.map((row) => ({ ...row, origin: 'added' as const })),
    ...planned.map((row) => ({ ...row, kind: 'maintenance' as const, owner_id: null, origin: 'file' as const })),
  ]
  return all
    .sort((a, b) => b.starts_at.getTime() - a.starts_at.getTime())
    .map(({ hidden_at, ...row }) => {
      const is_shown = row.kind === 'prices' || row.starts_at <= soon
      const state = hidden_at <= now ? ('over' as const) : is_shown ? ('shown' as const) : ('to come' as const)
      return { ...row, state }
    })
}

/**
 * Notices as this host may show them: at a white-label a text that names the provider is replaced by the general one.
 */
export async function noticesAt(
  ctx: Pick<Ctx, 'db' | 'clock' | 'planned' | 'brand' | 'sites'>,
  owner_id: number,
): Promise<Notice[]> {
  const notices = await currentNotices(ctx, owner_id)
  if (ctx.brand.wl_id === 0) return notices
  const isRevealing = (text: string | null) => text !== null && namesProvider(ctx.sites.own.brand, text)
  return notices.map((notice) => (isRevealing(notice.text) ? { ...notice, text: null } : notice))
}

export function addNotice(ctx: Pick<Ctx, 'db' | 'clock'>, given: Omit<PlannedNotice, 'hidden_at'>): Promise<void> {
  return upsertNotice(ctx.db, { ...given, hidden_at: afterwards(given.ends_at), created_at: ctx.clock.now() })
}

/** Announces new prices, from when they are applied until a few days after they took effect. */
export function addPriceNotice(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { id, valid_from, owner_id }: { id: number; valid_from: Date; owner_id: number | null },
): Promise<void> {
  const ends_at = new Date(valid_from.getTime() + PRICES_SHOWN_MS)
  return upsertNotice(ctx.db, {
    id: priceNotice(id),
    kind: 'prices',
    owner_id,
    starts_at: valid_from,
    ends_at,
    hidden_at: ends_at,
    text: null,
    created_at: ctx.clock.now(),
  })
}

export function removePriceNotice(ctx: Pick<Ctx, 'db'>, id: number): Promise<boolean> {
  return deleteNotice(ctx.db, priceNotice(id))
}

function priceNotice(id: number): string {
  return `prices-${id}`
}

export function removeNotice(ctx: Pick<Ctx, 'db'>, id: string): Promise<boolean> {
  return deleteNotice(ctx.db, id)
}
