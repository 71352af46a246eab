import { ALERT_VALUES } from '@portico/contract/alert-fields.ts'
import { ALERT_KINDS } from '@portico/contract/alert-kinds.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import { INBOX_PAGE, inbox } from '@portico/contract/inbox.ts'
import { inboxCount } from '@portico/contract/inbox-count.ts'
import { languageOfField } from '@portico/contract/language.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { loginsOf } from '#access/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import { type Handlers, mount } from '#http/mount.ts'
import { userById } from '#users/index.ts'
import { type AlertFacts, alertPath, alertText } from './alert-text.ts'
import { announce, itemsOf, markItems, unreadOf } from './store.ts'

const inboxCountHandlers: Handlers<typeof inboxCount> = {
  getUnread: async (ctx) => ({ unread: await unreadOf(ctx.db, ctx.session) }),
}

const inboxHandlers: Handlers<typeof inbox> = {
  getInbox,
  markRead,
}

async function getInbox(
  ctx: UserCtx,
  { before }: Input<typeof inbox.getInbox>,
): Promise<Output<typeof inbox.getInbox>> {
  const rows = await itemsOf(ctx.db, ctx.session, before, INBOX_PAGE + 1)
  const logins = await loginsOf(ctx)
  const accounts = new Set(logins.map(({ owner_id }) => owner_id))
  const me = await userById(ctx, ctx.session.user_id)
  const items = []
  for (const { id, created_at, read_at, owner_id, login_id, ...row } of rows.slice(0, INBOX_PAGE)) {
    const facts = factsOf(row)
    if (!facts) continue
    const login = logins.find((one) => one.id === login_id)?.login ?? ''
    const { title, text } = alertText(languageOfField(me?.language ?? ''), ctx, facts, login)
    const owner = accounts.size > 1 ? await userById(ctx, owner_id) : undefined
    items.push({
      id,
      at: created_at.toISOString(),
      kind: facts.kind,
      is_read: read_at !== null,
      title,
      text,
      account: owner ? owner.name || owner.email : null,
      login,
      path: alertPath(facts.kind, login),
    })
  }
  return { unread: await unreadOf(ctx.db, ctx.session), items, has_more: rows.length > INBOX_PAGE }
}

/** Undefined for what another version wrote and this one cannot read. */
function factsOf({ kind, values }: { kind: string; values: unknown }): AlertFacts | undefined {
  const known = ALERT_KINDS.find((one) => one === kind)
  if (!known || !z.object(ALERT_VALUES[known]).safeParse(values).success) return undefined
  return { kind, values } as AlertFacts
}

async function markRead(ctx: UserCtx, input: Input<typeof inbox.markRead>) {
  // The other pages of this person show the same number.
  if ((await markItems(ctx.db, ctx.session, input, ctx.clock.now())) > 0) await announce(ctx.db, [ctx.session.user_id])
  return { unread: await unreadOf(ctx.readAs(ctx.session), ctx.session) }
}

export function inboxRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, inbox, inboxHandlers)
  mount(app, ctx, checks, inboxCount, inboxCountHandlers)
}
