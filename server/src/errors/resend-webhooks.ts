import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { errors } from '@portico/contract/errors.ts'
import { activeLogin } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { webhookTasks } from '#traffic/errors/index.ts'
import { loginsInScope } from '#users/index.ts'

/** Queues the webhooks of these tasks again and returns how many were queued, and how many already waited. */
export type SendAgain = (tasks: { login_id: number; task_id: string }[]) => Promise<{ sent: number; waiting: number }>

/** A role is valid within one team, so only webhooks of the active team can be resent. */
export async function resendWebhooks(
  ctx: UserCtx,
  sendAgain: SendAgain,
  { scope, ids }: Input<typeof errors.resendWebhooks>,
): Promise<Output<typeof errors.resendWebhooks>> {
  const { owner_id } = await activeLogin(ctx)
  const logins = (await loginsInScope(ctx, scope, '/h2h-errors')).filter((login) => login.owner_id === owner_id)
  const tasks = await webhookTasks(
    ctx.db,
    logins.map(({ id }) => id),
    ids,
  )
  const { sent, waiting } = await sendAgain(tasks)
  if (sent > 0) await audit(ctx, 'webhooks_resent', { user_id: owner_id, detail: { count: sent } })
  return { sent, waiting, refused: tasks.length - sent - waiting }
}
