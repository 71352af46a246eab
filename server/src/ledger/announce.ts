import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#ctx/ctx.ts'
import { MOST_AT_ONCE, notifyChanges } from '#db/changes.ts'

/** Changes are announced at most ten times a second, however many commits there were. */
const PAUSE_MS = 100

/**
 * Announces after the commit and outside of it: transactions that notify commit one after the other, and the meter must not queue
 * there. Changes that a dying process did not announce are found by the next read.
 */
export function openAnnouncer({ db, log }: Pick<Ctx, 'db' | 'log'>) {
  const waiting = new Set<number>()
  let isClosing = false
  let running: Promise<void> | undefined

  async function announceWaiting() {
    while (waiting.size > 0) {
      const login_ids = [...waiting].slice(0, MOST_AT_ONCE)
      for (const id of login_ids) waiting.delete(id)
      await notifyChanges(db, login_ids).catch((e: Error) => log.warn({ reason: e.message }, 'NOTIFY failed'))
      if (!isClosing) await sleep(PAUSE_MS)
    }
    running = undefined
  }

  return {
    announce(login_ids: number[]) {
      for (const id of login_ids) waiting.add(id)
      if (waiting.size > 0) running ??= announceWaiting()
    },
    async close() {
      isClosing = true
      await running
    },
  }
}
