import { join } from 'node:path'
import { Problem } from '@portico/contract/problem.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { Ctx, Site } from '#ctx/ctx.ts'
import type { BrandPicture } from '#ctx/provider.ts'
import { startProblem } from '#db/start-problem.ts'
import { readYaml } from '#files/yaml-file.ts'
import { brandFault, brandFile, type HostBrand, hostBrand } from './brand-file.ts'
import { readPicture } from './brand-pictures.ts'
import { homeOfAccount, homeOfTeam } from './home-store.ts'
import { deleteHost, type HostRow, listHosts, upsertHost } from './store.ts'

export { namesProvider } from './names-provider.ts'
export { openSites } from './sites.ts'

/** The brand an operator set in PROVIDER_DIR/brand.yaml; a broken file stops the start with its name and reason. */
export function readBrand(provider_dir: string, public_url = new URL('http://localhost')): Brand {
  const { pictures, ...settings } = readBrandFile(provider_dir)
  const address = (name: string | null, url: string | null) =>
    name === null ? url : new URL(pictures.get(name)?.path ?? '', public_url).href
  const { logo_file, mail_logo_file, favicon_file, ...brand } = settings
  return {
    ...brand,
    logo_url: address(logo_file, settings.logo_url),
    mail_logo_url: address(mail_logo_file, settings.mail_logo_url),
    favicon_url: address(favicon_file, settings.favicon_url),
    wl_id: 0,
    parent_id: 0,
  }
}

/** The pictures of that file's folder it names. */
export function readPictures(provider_dir: string): BrandPicture[] {
  return [...readBrandFile(provider_dir).pictures.values()]
}

function readBrandFile(provider_dir: string) {
  const path = join(provider_dir, 'brand.yaml')
  const given = readYaml(path)
  const parsed = brandFile.safeParse(given)
  if (!parsed.success) {
    const fault = brandFault(parsed.error, given)
    throw startProblem(`${path}: ${fault.path || 'the file'} ${fault.reason}.`)
  }
  const { logo_file, mail_logo_file, favicon_file } = parsed.data
  const names = [logo_file, mail_logo_file, favicon_file].filter((name) => name !== null)
  const pictures = new Map(names.map((name) => [name, readPicture(provider_dir, name)]))
  return { ...parsed.data, pictures }
}

/** The site whose name and address every mail to this account carries, on whatever host it was requested. */
export async function siteOfAccount(ctx: Pick<Ctx, 'db' | 'sites'>, user_id: number): Promise<Site> {
  return ctx.sites.withId(await homeOfAccount(ctx.db, user_id), transactionOf(ctx))
}

/** The site at which a person without an account joins this owner's team. */
export async function siteOfTeam(ctx: Pick<Ctx, 'db' | 'sites'>, owner_id: number): Promise<Site> {
  return ctx.sites.withId(await homeOfTeam(ctx.db, owner_id), transactionOf(ctx))
}

function transactionOf({ db }: Pick<Ctx, 'db'>): Ctx['db'] | undefined {
  return db.isTransaction ? db : undefined
}

/** The private white-labels of this owner. */
export async function sitesOwnedBy(ctx: Pick<Ctx, 'db'>, owner_id: number): Promise<number[]> {
  return (await listHosts(ctx.db)).flatMap(({ id, parent_id }) => (parent_id === owner_id ? [id] : []))
}

/** Sets the brand of a host. An omitted field is unchanged, null removes it. */
export async function setHost(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  given: { host: string; id?: number | undefined; parent_id?: number | undefined; brand: Record<string, unknown> },
): Promise<HostRow> {
  const { host, id } = given
  const rows = await listHosts(ctx.db)
  const known = rows.find((row) => row.host === host)
  if (id !== undefined && known && known.id !== id)
    throw refusedBrand('id', `cannot change: ${host} is white-label ${known.id} already`)
  const taken = rows.find((row) => row.id === id && row.host !== host)
  if (taken) throw refusedBrand('id', `is the number of ${taken.host} already`)
  const wanted = merged(known?.brand, given.brand)
  const parsed = hostBrand.safeParse(wanted)
  if (!parsed.success) {
    const { field, reason } = brandFault(parsed.error, wanted)
    throw refusedBrand(field, reason)
  }
  const row = { host, parent_id: given.parent_id ?? known?.parent_id ?? 0, brand: parsed.data }
  return { ...row, id: await upsertHost(ctx.db, { ...row, created_at: ctx.clock.now() }, id) }
}

/** Each language of the text beside the form is set separately. */
function merged(known: HostBrand | undefined, given: Record<string, unknown>): Record<string, unknown> {
  const { hero, ...rest } = given
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  const stored = Object.fromEntries(Object.entries(known ?? {}).filter(([name]) => !(name in rest)))
  if (typeof hero !== 'object' || hero === null) return { ...stored, ...set }
  const both = Object.entries({ ...known?.hero, ...hero }).filter(([, text]) => text !== null)
  return { ...stored, ...set, hero: Object.fromEntries(both) }
}

function refusedBrand(field: string, reason: string): Problem {
  return new Problem('invalid_input', { fields: { [field]: reason } })
}

export function hosts(ctx: Pick<Ctx, 'db'>) {
  return listHosts(ctx.db)
}

export function dropHost(ctx: Pick<Ctx, 'db'>, host: string): Promise<boolean> {
  return deleteHost(ctx.db, host)
}
