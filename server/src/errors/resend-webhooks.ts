import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { errors } from '@portico/contract/errors.ts'
import { activeLogin } from '#access/room.ts'
import { audit } from '#audit/room.ts'
import { type Limit, spend } from '#http/limits.ts'
import type { UserCtx } from '../ctx.ts'
import { loginsInScope } from './choose-logins.ts'
import { webhookTasks } from './row-store.ts'

/** Puts the webhooks of these tasks on their way again; says which tasks it could do that for. */
export type SendAgain = (login_id: number, task_ids: string[]) => Promise<string[]>

const RESENDS: Limit = { name: 'webhook-resend', max: 30, window_ms: 10 * 60 * 1000 }

/** A role is one within a team: only webhooks of the team one works for right now can be sent again. */
export async function resendWebhooks(
  ctx: UserCtx,
  sendAgain: SendAgain,
  { scope, ids }: Input<typeof errors.resendWebhooks>,
): Promise<Output<typeof errors.resendWebhooks>> {
  const { owner_id } = await activeLogin(ctx)
  const logins = (await loginsInScope(ctx, scope, '/h2h-errors')).filter((login) => login.owner_id === owner_id)
  await spend(ctx, [{ limit: RESENDS, of: String(owner_id) }])
  const tasks = await webhookTasks(
    ctx.db,
    logins.map(({ id }) => id),
    ids,
  )
  let sent = 0
  for (const [login_id, own] of Map.groupBy(tasks, (task) => task.login_id))
    sent += (
      await sendAgain(
        login_id,
        own.map(({ task_id }) => task_id),
      )
    ).length
  if (sent > 0) await audit(ctx, 'webhooks_resent', { user_id: owner_id, detail: { count: sent } })
  return { sent, refused: tasks.length - sent }
}
