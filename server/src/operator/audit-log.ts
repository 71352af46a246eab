import type { Input } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { checkAudit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { csvHead, csvLine } from '#http/csv.ts'
import type { Handlers } from '#http/mount.ts'
import { userByEmail } from '#users/index.ts'
import { auditActions, emailsOf, findAudit } from './audit-log-store.ts'

type Filter = Input<typeof operator.exportAudit>

const PART = 2_000
const COLUMNS = ['id', 'at', 'actor', 'action', 'user_id', 'detail', 'ip', 'request_id', 'previous', 'hash']

export const auditLogHandlers: Pick<Handlers<typeof operator>, 'verifyAudit' | 'listAudit' | 'exportAudit'> = {
  verifyAudit: async (ctx) => {
    const { rows, last_id, hash, broken } = await checkAudit(ctx)
    return { rows, last_id, hash: hash.toString('hex'), broken }
  },
  listAudit: async (ctx, { limit, ...filter }) => {
    const { rows, next } = await pageOf(ctx, filter, limit)
    const people = rows.flatMap(({ actor, user_id }) => [personIn(actor), user_id]).filter((id) => id !== null)
    const emails = await emailsOf(ctx.db, [...new Set(people)])
    const emailOf = (id: number | null) => (id === null ? null : (emails.get(id) ?? null))
    return {
      rows: rows.map((row) => ({
        ...row,
        at: row.at.toISOString(),
        actor_email: emailOf(personIn(row.actor)),
        user_email: emailOf(row.user_id),
      })),
      next,
      actions: await auditActions(ctx.db),
    }
  },
  exportAudit: async (ctx, filter) => {
    const { rows, next } = await pageOf(ctx, filter, PART)
    const lines = rows.map((row) =>
      csvLine([
        row.id,
        row.at.toISOString(),
        row.actor,
        row.action,
        row.user_id,
        JSON.stringify(row.detail),
        row.ip,
        row.request_id,
        row.previous.toString('hex'),
        row.hash.toString('hex'),
      ]),
    )
    const head = filter.before === undefined ? csvHead(COLUMNS) : ''
    return { csv: head + lines.join(''), rows: rows.length, next }
  },
}

async function pageOf(ctx: RequestCtx, { email, actor, action, from, to, before }: Filter, limit: number) {
  const user = email === undefined ? undefined : await userByEmail(ctx, email)
  if (email !== undefined && !user) throw new Problem('unknown_user')
  const rows = await findAudit(ctx.db, {
    user_id: user?.id,
    actors: actor === undefined ? undefined : await actorsNamed(ctx, actor),
    action,
    from: from === undefined ? undefined : new Date(`${from}T00:00:00Z`),
    until: to === undefined ? undefined : new Date(new Date(`${to}T00:00:00Z`).getTime() + DAY_MS),
    before,
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

/** A person acts as a user, and as staff. */
async function actorsNamed(ctx: RequestCtx, actor: string): Promise<string[]> {
  if (!actor.includes('@') || actor.includes(':')) return [actor]
  const user = await userByEmail(ctx, actor.toLowerCase())
  if (!user) throw new Problem('unknown_user')
  return [`user:${user.id}`, `staff:${user.id}`]
}

function personIn(actor: string): number | null {
  const [, id] = /^(?:user|staff):(\d{1,9})$/.exec(actor) ?? []
  return id === undefined ? null : Number(id)
}
