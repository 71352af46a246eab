import type { Input } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import { accountLogins } from '#access/index.ts'
import { endAccess } from '#auth/index.ts'
import { closeUser, keepUser } from '#closing/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { confirmSignUp, newestSignUp, setDisabled, userByEmail } from '#users/index.ts'
import { listUsers } from './user-list-store.ts'

type Mine = 'listUsers' | 'disableUser' | 'enableUser' | 'confirmUser' | 'closeUser' | 'keepUser'

const SPENT_DAYS = 30

/** Accounts and sign-ups: listing, confirming and disabling. */
export const userHandlers: Pick<Handlers<typeof operator>, Mine> = {
  listUsers: async (ctx, { search = '', limit, after, status, only, sort }) => {
    const found = await listUsers(ctx.db, {
      words: wordsOf(search),
      status,
      only,
      sort,
      limit: limit + 1,
      after: cursorOf(after),
      since: daysBefore(ctx.clock.now(), SPENT_DAYS - 1),
    })
    const users = found.slice(0, limit)
    const last = users.at(-1)
    return {
      users: users.map(({ sort_key: _, created_at, last_seen, last_call, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        last_seen: last_seen?.toISOString() ?? null,
        last_call: last_call?.toISOString() ?? null,
      })),
      next: last && found.length > limit ? `${last.sort_key}_${last.id}` : null,
    }
  },
  disableUser: change(async (ctx, { email, reason }) => {
    const user = await userNamed(ctx, email)
    if (user.is_staff)
      throw new Problem('invalid_input', { fields: { email: 'is staff: end that with staff remove first' } })
    if (!(await setDisabled(ctx, user.id, true))) return { email: user.email, changed: false, ended: 0 }
    const ended = await endAccess(ctx, user.id)
    const detail = { reason, ended }
    ctx.audit('account_disabled', { user_id: user.id, detail })
    await announceUser(ctx, user.id)
    return { email: user.email, changed: true, ended }
  }),
  enableUser: change(async (ctx, { email, reason }) => {
    const user = await userNamed(ctx, email)
    if (!(await setDisabled(ctx, user.id, false))) return { email: user.email, changed: false }
    ctx.audit('account_enabled', { user_id: user.id, detail: { reason } })
    await announceUser(ctx, user.id)
    return { email: user.email, changed: true }
  }),
  confirmUser: change(async (ctx, { email, reason }) => {
    const account = await userByEmail(ctx, email)
    const waiting = account && account.verified_at !== null ? undefined : await newestSignUp(ctx, email)
    if (!waiting) {
      if (!account) throw new Problem('unknown_user')
      return { email: account.email, changed: false, created: false }
    }
    if (!(await confirmSignUp(ctx, waiting))) throw new Problem('already_there')
    const detail = { by: 'operator', reason }
    ctx.audit('verified', { user_id: waiting.id, detail })
    return { email: waiting.email, changed: true, created: waiting.status === 'pending' }
  }),
  closeUser: change(closeUser),
  keepUser: change(keepUser),
}

async function userNamed(ctx: RequestCtx, email: string) {
  const user = await userByEmail(ctx, email)
  if (!user) throw new Problem('unknown_user')
  return user
}

/** Open pages of its logins, also those of members, reload at once. */
async function announceUser(ctx: RequestCtx, user_id: number): Promise<void> {
  for (const { id } of await accountLogins(ctx, user_id)) await notifyChanges(ctx.db, [id])
}

function wordsOf(search: string): string[] {
  return search.split(/\s+/).filter(Boolean)
}

function cursorOf(after: Input<typeof operator.listUsers>['after']) {
  if (after === undefined) return undefined
  const [sort_key = '', id = ''] = after.split('_')
  return { sort_key: Number(sort_key), id: Number(id) }
}

/** The UTC day that many days before a moment. */
function daysBefore(now: Date, days: number): string {
  return utcDay(new Date(now.getTime() - days * DAY_MS))
}
