import { languageOfField } from '@portico/contract/language.ts'
import { may } from '@portico/contract/permissions.ts'
import { roleAt } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { DatabaseSource } from '#ctx/databases.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { textIn } from './read-databases.ts'
import type { PurchaseRow } from './store.ts'

type MailCtx = Parameters<typeof siteOfAccount>[0] & Parameters<typeof enqueueMail>[0] & Pick<Ctx, 'db' | 'clock'>

/** Mails about a new version to the owner and the buyer, once each, however often it was bought. */
export async function mailBuyers(
  ctx: MailCtx,
  source: DatabaseSource,
  version: string,
  buyers: PurchaseRow[],
): Promise<number> {
  const people = new Set<number>()
  for (const purchase of buyers) {
    people.add(purchase.owner_id)
    // A former member has the role of a stranger, who may not.
    const role = await roleAt(ctx, purchase.owner_id, purchase.created_by)
    if (may(role, 'download_databases')) people.add(purchase.created_by)
  }
  let sent = 0
  for (const id of people) {
    const user = await userById(ctx, id)
    if (user?.status !== 'active') continue
    const site = await siteOfAccount(ctx, id)
    const language = languageOfField(user.language)
    const link = new URL('/databases/purchases', site.origin).href
    const data = { name: user.name, database: textIn(source.title, language), version, link }
    await enqueueMail(ctx, { to: user.email, site, template: 'database_updated', language, data })
    sent += 1
  }
  return sent
}
