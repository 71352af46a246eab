import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { recharge } from '@portico/contract/recharge.ts'
import { expect, inject, test, vi } from 'vitest'
import { closeBalanced } from '#testing/close-balanced.ts'
import { inDatabase } from '#testing/db/server.ts'
import { openPayer } from '#testing/payer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { variants } from '#testing/variants.ts'
import { runRecharges } from './run-recharges.ts'

// Processes start slowly on a busy machine; no test here is about speed.
vi.setConfig({ testTimeout: 240_000 })

const SETTINGS = { threshold_micros: 20_000_000, amount_micros: 50_000_000, method_id: null, month_max_micros: null }
const app = sharedApp({}, closeBalanced)

/** Runs the job in another process that is killed at this step; returns whether it was. */
async function killedAt(step: number): Promise<boolean> {
  const url = inDatabase(inject('testServer').appUrl, app.database.name)
  const file = join(import.meta.dirname, '../testing/recharge/recharger.ts')
  const args = [file, url, app.data_dir, String(app.clock.now().getTime()), String(step)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`child process ended with ${code}`)
  return signal === 'SIGKILL'
}

async function paidBy(user_id: number) {
  const { rows } = await app.database.owner.query<{ state: string }>(
    `select p.state from test_processor_payments p join payment_customers c using (customer_ref)
       where c.owner_id = $1 and p.order_id is not null`,
    [user_id],
  )
  return rows.map(({ state }) => state)
}

for (const [stride, options] of variants([6, 1]))
  test(
    `an automatic charge killed at any step, ${stride} further each time, and restarted charges and credits the customer once`,
    options,
    async () => {
      let step = 1
      for (; ; step += stride) {
        const payer = await openPayer(app)
        await payer.storeCard('4242')
        await payer.browser.must(recharge.saveRecharge, SETTINGS)
        const wasKilled = await killedAt(step)
        // The next runs, of two processes at once, and again later.
        const { ctx } = await app.sibling()
        await Promise.all([runRecharges(app.ctx), runRecharges(ctx), runRecharges(app.ctx)])
        await runRecharges(ctx)
        expect(await paidBy(payer.user_id), `step ${step}`).toEqual(['paid'])
        expect(await payer.balance(), `step ${step}`).toBe(60_000_000)
        if (!wasKilled) break
      }
      expect(step, 'steps at which it was killed').toBeGreaterThan(8)
    },
  )
