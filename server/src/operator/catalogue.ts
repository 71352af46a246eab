import type { operator } from '@portico/contract/operator.ts'
import { CATALOGUE_DAYS, type ListedFunction } from '@portico/contract/operator-catalogue.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import { type Catalogue, type Entry, isCharged, listFields } from '#catalogue/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { functionKey } from '#function-names/index.ts'
import type { Handlers } from '#http/mount.ts'
import { priceHistory, priceWords } from '#prices/index.ts'
import { userById } from '#users/index.ts'
import { functionUse, type UserRow } from './function-use-store.ts'
import { staffSees } from './staff-sees.ts'

const TOP = 20
/** A document with more faults than this is read in its own check. */
const LEFT_OUT_MAX = 300

type Mine = 'listFunctions' | 'showFunction'

/** What is sold, as the documents and the prices in force have it. */
export const catalogueHandlers: Pick<Handlers<typeof operator>, Mine> = {
  listFunctions: async ({ catalogue }) => ({
    prices: catalogue.prices.version,
    files: catalogue.loaded.map((file) => ({
      ...file,
      operations: catalogue.entries.filter(({ document }) => document === file.name).length,
    })),
    functions: listed(catalogue),
    left_out: catalogue.left_out.slice(0, LEFT_OUT_MAX).map(({ id, why, reason, mend }) => ({ id, why, reason, mend })),
  }),
  showFunction: async (ctx, { id }) => {
    const entries = ctx.catalogue.entries.filter(({ function_id }) => function_id === id)
    const [first] = entries
    if (!first) throw new Problem('invalid_input', { fields: { id: 'is no function of the catalogue' } })
    const { api, title, summary } = first
    const history = await priceHistory(ctx, ctx.catalogue, id)
    return {
      id,
      api,
      title,
      summary,
      operations: entries.map((entry) => ({
        id: entry.id,
        kind: entry.kind,
        document: entry.document,
        price: priceWords(entry),
        fields: listFields(entry),
      })),
      history: history.map((one) => ({ ...one, valid_from: one.valid_from.toISOString() })),
      use: await useOf(ctx, { api, id }),
    }
  },
}

function listed({ entries }: Catalogue): ListedFunction[] {
  return [...Map.groupBy(entries, ({ function_id }) => function_id)].map(([id, group]) => {
    const [{ api, title }] = group as [Entry, ...Entry[]]
    return {
      id,
      api,
      title,
      documents: [...new Set(group.map(({ document }) => document))],
      operations: group.length,
      state: stateOf(group),
      prices: [...new Set(group.filter(({ kind }) => isCharged(kind)).map(priceWords))],
    }
  })
}

function stateOf(group: Entry[]): ListedFunction['state'] {
  if (group.some(({ tariff }) => tariff !== null)) return 'sold'
  return group.some(({ is_unpriced }) => is_unpriced) ? 'unpriced' : 'free'
}

export function sinceDay({ clock }: Pick<RequestCtx, 'clock'>): string {
  return utcDay(new Date(clock.now().getTime() - CATALOGUE_DAYS * DAY_MS))
}

async function useOf(ctx: RequestCtx, named: { api: string; id: string }) {
  const { api } = named
  const counted = { api, function: functionKey(named).slice(api.length + 1) }
  const { sums, users } = await functionUse(ctx.db, counted, { since: sinceDay(ctx), limit: TOP })
  return { ...sums, top: staffSees(ctx, 'see_customers') ? await withEmails(ctx, users) : null }
}

export function withEmails<T extends Pick<UserRow, 'owner_id'>>(ctx: RequestCtx, rows: T[]) {
  return Promise.all(
    rows.map(async ({ owner_id, ...row }) => ({
      id: owner_id,
      email: (await userById(ctx, owner_id))?.email ?? String(owner_id),
      ...row,
    })),
  )
}
