import { startLoop } from '#db/work-loop.ts'
import type { Mailer } from '#integrations/outgoing-mail.ts'
import { SMTP_CONNECTIONS } from '#integrations/smtp-mailer.ts'
import { type Attach, deliver, type WorkerCtx } from './deliver.ts'
import { claimMails, nextMail } from './store.ts'
import { onMailWakeup } from './wakeup.ts'

export interface MailWorker {
  wake(): void
  stop(): Promise<void>
}

export const LEASE_MS = 2 * 60 * 1000
/** A mail is announced within its transaction: after this time it is committed. */
const COMMITTED_MS = 50
/** A mail still on its way then is sent again after its lease, and its reader gets it twice. */
const STOP_TIMEOUT_MS = 5000

/** Sends due mails, several at once. Any number of workers, in any number of processes, share the work. */
export function startWorker(ctx: WorkerCtx, mailer: Mailer, attach?: Attach): MailWorker {
  const loop = startLoop(ctx, {
    name: 'the outbox',
    most: SMTP_CONNECTIONS,
    stop_timeout_ms: STOP_TIMEOUT_MS,
    lease_ms: LEASE_MS,
    claim: (span) => claimMails(ctx.db, span),
    run: (row) => deliver(ctx, mailer, row, attach),
    nextDue: (after) => nextMail(ctx.db, after),
  })
  let announced: NodeJS.Timeout | undefined
  const forget = onMailWakeup(() => {
    announced ??= setTimeout(() => {
      announced = undefined
      loop.wake()
    }, COMMITTED_MS)
  })
  return {
    wake: loop.wake,
    stop: () => {
      forget()
      clearTimeout(announced)
      return loop.stop()
    },
  }
}
