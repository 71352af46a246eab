import { NONE } from '@portico/contract/operator-revenue.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { hosts } from '#whitelabel/index.ts'

/** Names white-labels by their first host; null: the provider's own. One whose host was removed is its number. */
export async function brandNames(ctx: Pick<Ctx, 'db'>): Promise<(wl_id: number) => string | null> {
  const first = new Map((await hosts(ctx)).toReversed().map(({ id, host }) => [id, host]))
  return (wl_id) => (wl_id === 0 ? null : (first.get(wl_id) ?? String(wl_id)))
}

/** The other way round, as it was typed. */
export async function brandId(ctx: Pick<Ctx, 'db'>, typed: string): Promise<number> {
  if (typed === NONE) return 0
  const found = (await hosts(ctx)).find(({ host }) => host === typed.toLowerCase())
  if (found) return found.id
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed)
  throw new Problem('invalid_input', { fields: { brand: 'is no host of a white-label' } })
}
