import { usageSections } from '@portico/contract/catalogue.ts'
import type { MenuItem, Modules } from '@portico/contract/menu.ts'
import { Problem } from '@portico/contract/problem.ts'
import { ALL_APIS, STATUS_CLASSES, type UsageFilter } from '@portico/contract/usage.ts'
import { rangeMs } from '@portico/contract/usage-range.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { functionKey } from '#function-names/index.ts'
import { plainAddress } from '#http/client-address.ts'
import { errorsStoredSince } from '#ledger/jobs/index.ts'
import { countedRange, type Slice } from '#traffic/index.ts'
import { chooseLogins, modulesOfUser } from '#users/index.ts'
import { previousRange } from './periods.ts'

/** Turns a filter into a slice, with permission checks: every name is looked up among what the user may see. */
export async function readFilter(
  ctx: UserCtx,
  filter: UsageFilter,
): Promise<{ slice: Slice; logins: Map<number, string> }> {
  const within = await functionsWithin(ctx, filter)
  const logins = await chooseLogins(ctx, filter, '/h2h-detail')
  const { from_ms, to_ms } = rangeMs(filter)
  const status_class = STATUS_CLASSES.find((known) => known === filter.status)
  const slice: Slice = {
    login_ids: logins.map(({ id }) => id),
    range: await countedRange(ctx, [from_ms, to_ms]),
    functions: narrowed(within, filter.function),
    method: filter.method,
    priority: filter.priority === undefined ? undefined : Number(filter.priority),
    status_class,
    status_code: filter.status === undefined || status_class ? undefined : Number(filter.status),
    tag: filter.tag,
    task_id: filter.task,
    ip: filter.ip === undefined ? undefined : plainAddress(filter.ip),
    via: filter.via,
    is_sandbox: filter.environment === 'sandbox',
    has_errors: from_ms >= errorsStoredSince(ctx).getTime(),
  }
  return { slice, logins: new Map(logins.map(({ id, login }) => [id, login])) }
}

/** The same for the previous period. */
export async function beforeOf(ctx: Pick<Ctx, 'clock' | 'env' | 'moved'>, slice: Slice): Promise<Slice> {
  const now = ctx.clock.now()
  const range = await countedRange(ctx, previousRange(slice.range, now))
  return { ...slice, range, has_errors: range[0] >= errorsStoredSince(ctx).getTime() }
}

/** `api/function` of a section's functions; undefined: all, also those no longer in the catalogue. */
export async function functionsWithin(ctx: UserCtx, { section }: { section: string }): Promise<string[] | undefined> {
  if (section === ALL_APIS) return undefined
  const functions = ctx.catalogue.functionsOf(section)
  const isOfMenu = usageSections(ctx.brand.product).includes(section)
  if (functions.length === 0 && !isOfMenu) throw new Problem('not_allowed')
  if (isOfMenu && !isListed(section, await modulesOfUser(ctx, ctx.session.user_id))) throw new Problem('not_allowed')
  return functions.map(functionKey)
}

/** A section of the built-in menu is open to users whose menu lists it; the operator's own sections are open to all. */
function isListed(section: string, { main }: Modules): boolean {
  const subs: MenuItem[] = main.find(({ url }) => url === '/api-detail')?.submodules_options ?? []
  return subs.some(({ url }) => url === `/api-detail/${section}`)
}

function narrowed(within: string[] | undefined, wanted: string | undefined): string[] | undefined {
  if (wanted === undefined) return within
  return within && !within.includes(wanted) ? [] : [wanted]
}
