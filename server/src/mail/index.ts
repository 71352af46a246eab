import { randomUUID } from 'node:crypto'
import { normaliseEmail } from '@portico/contract/rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { UNSENT } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'
import { failedSince, queueState } from '#db/queue-metrics-store.ts'
import type { Mailer } from '#integrations/outgoing-mail.ts'
import { mailBrandOf, senderAddress } from './brand.ts'
import type { Attach, WorkerCtx } from './deliver.ts'
import type { Mail } from './mail.ts'
import { outboxRoutes } from './outbox-page.ts'
import { mailQueue as queueOf } from './queue-store.ts'
import { bouncedMailsSince, deleteDone, failedMailsSince, insertMail, mailsTo, markBounced } from './store.ts'
import { unsubscribeHash as hashOf } from './unsubscribe-url.ts'
import { wakeMailWorkers } from './wakeup.ts'
import { LEASE_MS, type MailWorker, startWorker } from './worker.ts'

export { senderAddress } from './brand.ts'
export type { Attach } from './deliver.ts'
export type { Mail } from './mail.ts'
export { drawSample, sampleMail, sampleSubjects } from './preview.ts'
export { renderMail } from './render-mail.ts'

/**
 * Mail to people. Written in the caller's transaction, it is sent only if that is committed: at least once, under one
 * Message-ID however often it is tried. Links and codes are deleted from the database with it.
 */
export async function enqueueMail(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env'>,
  mail: Mail,
  more: { is_test?: true } = {},
): Promise<void> {
  const brand = mailBrandOf(ctx.env, mail.site)
  const host = senderAddress(ctx.env, mail.site.brand).split('@')[1]
  await insertMail(ctx.db, {
    message_id: `<${randomUUID()}@${host}>`,
    to_address: mail.to,
    template: mail.template,
    language: mail.language,
    brand,
    data: { ...mail.data, ...more },
    created_at: ctx.clock.now(),
  })
  wakeMailWorkers()
}

/** `attach` makes the attachments of a mail. `stop` waits for mails on their way; close the mailer after it. */
export function startMailWorker(ctx: WorkerCtx, mailer: Mailer, attach?: Attach): MailWorker {
  return startWorker(ctx, mailer, attach)
}

/** Deletes mails sent or given up before this moment; waiting ones stay. */
export function deleteOldMail(db: Db, before: Date): Promise<number> {
  return deleteDone(db, before)
}

export const mailQueueState = (db: Db) => queueState(db, 'outbox', 'next_try_at', UNSENT)
export const failedMails = (db: Db, since: Date) => failedSince(db, 'outbox', since)

/** For staff: what waits and what was given up. */
export const mailQueue = queueOf(LEASE_MS)

/** Records that a mail came back after it was sent; undefined where there is none to record it with. */
export function recordBounce(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { message_id, to, reason }: { message_id?: string | undefined; to?: string | undefined; reason: string },
) {
  const named = {
    message_id: message_id === undefined ? undefined : `<${message_id.replaceAll(/^<|>$/g, '')}>`,
    addresses: to === undefined ? undefined : [to, normaliseEmail(to)],
  }
  return markBounced(ctx.db, named, { bounced_at: ctx.clock.now(), bounce: reason })
}

/** Mails given up since a moment, and those that came back, the oldest first. */
export const listFailedMails = failedMailsSince
export const listBouncedMails = bouncedMailsSince

/** What went or goes to these addresses, newest first, without links and codes. */
export const listMailsTo = mailsTo

/** The signature of the unsubscribe address in the foot of a mail. */
export function unsubscribeHash(ctx: Pick<Ctx, 'keys'>, email: string): string {
  return hashOf(ctx, email)
}

/** Development only: mails to read at /outbox while there is no mail server. */
export function outboxPage(app: FastifyInstance, ctx: Pick<Ctx, 'env'>): void {
  if (!ctx.env.production && !ctx.env.smtp_url) outboxRoutes(app, ctx)
}
