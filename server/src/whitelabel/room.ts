import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '@portico/contract/problem.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import { parse } from 'yaml'
import { startProblem } from '#db/start-problem.ts'
import type { Ctx, Site } from '../ctx.ts'
import { brandFile, type HostBrand, hostBrand } from './brand-file.ts'
import { homeOfAccount, homeOfTeam } from './home-store.ts'
import { deleteHost, listHosts, upsertHost } from './store.ts'

export { openSites } from './sites.ts'

/** The brand an operator set in PROVIDER_DIR/brand.yaml; a broken file stops the start with its name and reason. */
export function readBrand(provider_dir: string): Brand {
  const path = join(provider_dir, 'brand.yaml')
  const parsed = brandFile.safeParse(readYaml(path))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw startProblem(`${path}: ${issue?.path.join('.')}: ${issue?.message}.`)
  }
  return { ...parsed.data, parent_id: 0 }
}

function readYaml(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unreadable'
    throw startProblem(`${path} could not be read: ${reason}.`)
  }
}

/** The site whose name and address every mail to this account carries, whatever host asked for the mail. */
export async function siteOfAccount(ctx: Pick<Ctx, 'db' | 'sites'>, user_id: number): Promise<Site> {
  return ctx.sites.withId(await homeOfAccount(ctx.db, user_id))
}

/** The site at which somebody without an account joins this owner's team. */
export async function siteOfTeam(ctx: Pick<Ctx, 'db' | 'sites'>, owner_id: number): Promise<Site> {
  return ctx.sites.withId(await homeOfTeam(ctx.db, owner_id))
}

/** The private white-labels of this owner. */
export async function sitesOwnedBy(ctx: Pick<Ctx, 'db'>, owner_id: number): Promise<number[]> {
  return (await listHosts(ctx.db)).flatMap(({ id, parent_id }) => (parent_id === owner_id ? [id] : []))
}

/** Gives a host its own brand; what is not named falls back to the provider's. */
export async function setHost(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  given: { host: string; id?: number | undefined; parent_id: number; brand: unknown },
): Promise<{ id: number; brand: HostBrand }> {
  const parsed = hostBrand.safeParse(given.brand)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = String(issue?.path[0] ?? 'title')
    throw new Problem('invalid_input', { fields: { [field]: `${field}: ${issue?.message}` } })
  }
  const row = { host: given.host, parent_id: given.parent_id, brand: parsed.data, created_at: ctx.clock.now() }
  return { id: await upsertHost(ctx.db, row, given.id), brand: parsed.data }
}

export function hosts(ctx: Pick<Ctx, 'db'>) {
  return listHosts(ctx.db)
}

export function dropHost(ctx: Pick<Ctx, 'db'>, host: string): Promise<boolean> {
  return deleteHost(ctx.db, host)
}
