import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#ctx/ctx.ts'
import { MOST_AT_ONCE, notifyChanges } from './announce-store.ts'

/** A hand that says ten times a second at most which logins moved, however many commits there were. */
const PAUSE_MS = 100

/**
 * Says it after the commit and beside it: whoever notifies within a transaction commits one after the other with all who do
 * so, and the meter must not queue there. What a dying process leaves unsaid is found by whoever asks the next time.
 */
export function openAnnouncer({ db, log }: Pick<Ctx, 'db' | 'log'>) {
  const waiting = new Set<number>()
  let isClosing = false
  let saying: Promise<void> | undefined

  async function say() {
    while (waiting.size > 0) {
      const login_ids = [...waiting].slice(0, MOST_AT_ONCE)
      for (const id of login_ids) waiting.delete(id)
      await notifyChanges(db, login_ids).catch((e: Error) => log.warn({ reason: e.message }, 'NOTIFY failed'))
      if (!isClosing) await sleep(PAUSE_MS)
    }
    saying = undefined
  }

  return {
    announce(login_ids: number[]) {
      for (const id of login_ids) waiting.add(id)
      if (waiting.size > 0) saying ??= say()
    },
    async close() {
      isClosing = true
      await saying
    },
  }
}
