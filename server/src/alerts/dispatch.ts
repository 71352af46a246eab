import type { Ctx } from '#ctx/ctx.ts'
import { type AlertFacts, addToInbox } from '#inbox/index.ts'
import { recipientsOf } from './recipients.ts'
import { writeAlert } from './write-alert.ts'
import { writeToChannels } from './write-channels.ts'
import { writeDelivery } from './write-delivery.ts'

/**
 * Reports an alert everywhere it goes: inbox, mail, the webhook of its login, and the channels of its account. All of it
 * is written in the caller's transaction, which records that it was reported.
 */
export async function dispatchAlert(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env' | 'sites'>,
  alert: AlertFacts,
  login: { id: number; login: string; owner_id: number },
): Promise<void> {
  const readers = await recipientsOf(ctx, login.owner_id)
  await addToInbox(
    ctx,
    readers.map(({ id }) => id),
    alert,
    login,
  )
  // Mail can be turned off; the inbox always has it.
  for (const reader of readers) if (reader.triggers) await writeAlert(ctx, alert, { login: login.login, reader })
  await writeDelivery(ctx, alert, login)
  await writeToChannels(ctx, alert, login)
}
