import { FILE_PATH } from '@portico/contract/database-files.ts'
import { type databases, LINK_DAYS } from '@portico/contract/databases.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { activeLogin, isHeldBack, loginsOf, roleAt } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import { sameText } from '#crypto/keys.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { type Limit, spend } from '#http/limits.ts'
import { userById } from '#users/index.ts'
import { ensureFile, fileName, storageOf } from './files.ts'
import { offersOf } from './shop.ts'
import { type FileRow, filesOfPurchases, findPurchase, type PurchaseRow, raiseLinkNumber } from './store.ts'

const ISSUES: Limit = { name: 'database-links', max: 120, window_ms: 10 * MINUTE_MS }

/** The contents of a link; the seal covers all of it. */
export interface Link {
  purchase_id: string
  name: string
  /** The member who created it: it works while they may download. */
  user_id: number
  number: number
  /** Seconds since 1970. */
  until: number
  /** The account through whose single sign-on they had signed in: it vouches for them as in their session. */
  sso_owner_id?: number | undefined
}

/** Works without a session, so that a download tool can use it; every holder can download these files for a week. */
export async function issueLinks(ctx: UserCtx, { id, replace = false }: Input<typeof databases.issueLinks>) {
  const { owner_id } = await activeLogin(ctx)
  const purchase = await findPurchase(ctx.db, id)
  if (purchase?.owner_id !== owner_id) throw new Problem('unknown_purchase')
  if (purchase.state !== 'ready') throw new Problem('files_not_ready')
  await spend(ctx, [{ limit: ISSUES, of: String(ctx.session.user_id) }])
  const files = await filesOfPurchases(ctx.db, [id])
  await bringBack(ctx, files)
  const number = replace ? await raiseLinkNumber(ctx.db, id) : purchase.link_number
  const expires = new Date(ctx.clock.now().getTime() + LINK_DAYS * DAY_MS)
  const { user_id, sso_owner_id } = ctx.session
  const until = Math.floor(expires.getTime() / 1000)
  const about = { purchase_id: id, user_id, number, until, sso_owner_id: sso_owner_id ?? undefined }
  const detail = { database: purchase.database_id, reference: purchase.reference, count: files.length }
  await audit(ctx, replace ? 'database_links_replaced' : 'database_links_issued', { user_id: owner_id, detail })
  return {
    expires_at: new Date(about.until * 1000).toISOString(),
    links: files.map((file) => ({
      version: file.version,
      location: file.location,
      url: new URL(linkPath(ctx, { ...about, name: fileName(file) }), ctx.origin).href,
    })),
  }
}

/** Lost files that can be made again are, before a link to them is given out. */
async function bringBack(ctx: UserCtx, files: FileRow[]): Promise<void> {
  const offers = await offersOf(ctx)
  const storages = await Promise.allSettled(files.map((file) => storageOf(ctx, file)))
  // A file whose storage is unavailable may exist: its own link shows it.
  const missing = files.filter((_, at) => storages[at]?.status === 'fulfilled' && storages[at].value === undefined)
  for (const file of missing) {
    const offer = offers.find(({ source }) => source.id === file.database_id)
    if (!offer) continue
    // A lost file does not affect the others; its own link shows it.
    await ensureFile(ctx, offer, file).catch((error: unknown) =>
      ctx.log.error({ err: error, file: fileName(file) }, 'sold file is missing'),
    )
  }
}

export function linkPath({ keys }: Pick<Ctx, 'keys'>, link: Link): string {
  const { purchase_id, name, user_id, number, until, sso_owner_id } = link
  const query = new URLSearchParams({
    by: String(user_id),
    n: String(number),
    until: String(until),
    ...(sso_owner_id !== undefined && { sso: String(sso_owner_id) }),
    seal: sealOf(keys, link),
  })
  return `${FILE_PATH}/${purchase_id}/${name}?${query}`
}

function sealOf(keys: Ctx['keys'], link: Link): string {
  const { purchase_id, name, user_id, number, until, sso_owner_id } = link
  const way_in = sso_owner_id === undefined ? [] : [sso_owner_id]
  return keys.mac('database-link', [purchase_id, name, user_id, number, until, ...way_in].join('\n'))
}

/** The file of a link, if it is ours, not expired, not replaced, and its creator may still download from this account. */
export async function fileOfLink(ctx: Pick<Ctx, 'db' | 'keys' | 'clock'>, link: Link & { seal: string }) {
  if (!sameText(link.seal, sealOf(ctx.keys, link))) return undefined
  if (link.until * 1000 <= ctx.clock.now().getTime()) return undefined
  const purchase = await findPurchase(ctx.db, link.purchase_id)
  if (purchase?.state !== 'ready' || purchase.link_number !== link.number) return undefined
  if (!(await mayDownload(ctx, purchase, link.user_id, link.sso_owner_id))) return undefined
  const files = await filesOfPurchases(ctx.db, [link.purchase_id])
  return files.find((file) => fileName(file) === link.name)
}

/** Whether this user may have the files of this account now, having signed in with a password or by this single sign-on. */
async function mayDownload(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { owner_id, login_id }: Pick<PurchaseRow, 'owner_id' | 'login_id'>,
  user_id: number,
  sso_owner_id: number | null = null,
): Promise<boolean> {
  const user = await userById(ctx, user_id)
  if (user?.status !== 'active') return false
  const logins = await loginsOf({ ...ctx, session: { user_id, sso_owner_id } })
  if (!logins.some((login) => login.owner_id === owner_id)) return false
  if (await isHeldBack(ctx.db, user_id, login_id, ctx.clock.now(), sso_owner_id)) return false
  return may(await roleAt(ctx, owner_id, user_id), 'download_databases')
}
