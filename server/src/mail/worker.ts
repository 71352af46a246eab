import { mailFailure } from '#outside/mail-failure.ts'
import type { Mailer } from '#outside/outgoing-mail.ts'
import { SMTP_CONNECTIONS } from '#outside/smtp-mailer.ts'
import { deliver, type WorkerCtx } from './deliver.ts'
import { claimMails, type MailRow } from './store.ts'
import { createWakeup, onMailWakeup } from './wakeup.ts'

export interface MailWorker {
  wake(): void
  stop(): Promise<void>
}

const LEASE_MS = 2 * 60 * 1000
const LOOK_EVERY_MS = 1000
const AFTER_TROUBLE_MS = 10_000
/** A mail is announced within its transaction: by then it is committed. */
const COMMITTED_MS = 50
const STOP_PATIENCE_MS = 5000

/** Sends what is due, several mails at once. Any number of workers, in any number of processes, share the work. */
export function startWorker(ctx: WorkerCtx, mailer: Mailer): MailWorker {
  const bell = createWakeup()
  const under_way = new Set<Promise<void>>()
  const state = { is_stopping: false }
  let announced: NodeJS.Timeout | undefined

  const begin = (row: MailRow) => {
    const delivery = deliver(ctx, mailer, row).finally(() => {
      under_way.delete(delivery)
      bell.ring()
    })
    under_way.add(delivery)
  }
  const takeDue = async () => {
    const limit = SMTP_CONNECTIONS - under_way.size
    if (limit <= 0) return
    const now = ctx.clock.now()
    const rows = await claimMails(ctx.db, { now, until: new Date(now.getTime() + LEASE_MS), limit })
    rows.forEach(begin)
  }
  const run = async () => {
    while (!state.is_stopping) {
      let pause_ms = LOOK_EVERY_MS
      try {
        await takeDue()
      } catch (error) {
        pause_ms = AFTER_TROUBLE_MS
        ctx.log.warn({ reason: mailFailure(error).reason }, 'the outbox cannot be read')
      }
      if (!state.is_stopping) await bell.wait(pause_ms)
    }
  }

  const forget = onMailWakeup(() => {
    announced ??= setTimeout(() => {
      announced = undefined
      bell.ring()
    }, COMMITTED_MS)
  })
  const running = run()
  return {
    wake: bell.ring,
    stop: async () => {
      state.is_stopping = true
      forget()
      clearTimeout(announced)
      bell.ring()
      await running
      await patiently(Promise.all(under_way))
    },
  }
}

/** A mail that is still on its way then is sent again after its lease, by whoever runs. */
async function patiently(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, STOP_PATIENCE_MS)
  await Promise.race([work, promise])
  clearTimeout(timer)
}
