import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { operator } from '@portico/contract/operator.ts'
import { expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { runClosings } from './index.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const app = sharedApp({}, closeBalanced)
let browsers = 0

/** Signs up, confirms the address and signs in; returns what the page then knows of the trial and the balance. */
async function signUp(email: string) {
  browsers += 1
  const browser = app.browser({ ip: `198.51.100.${browsers}` })
  await browser.open('/register')
  const input = { email, password: TEST_PASSWORD, captcha: '' }
  await browser.must(auth.register, { ...input, name: '', privacy: true })
  const code = String((await app.mails(email)).at(-1)?.data.code)
  await browser.must(auth.activateAccount, { code, captcha: '' })
  await browser.signIn(email)
  const { had_trial, credits } = await browser.must(booting.boot, {})
  return { had_trial, trial: credits?.trial, balance_micros: credits?.balance_micros }
}

async function closeForGood(email: string) {
  const closed = await app.operator(operator.closeUser, { email, reason: 'asked for', confirmed: true, by: 'test' })
  expect(closed.status).toBe(200)
  app.clock.forward(15 * DAY_MS)
  for (let run = 0; run < 3; run += 1) {
    await runClosings(app.ctx)
    await app.database.owner.query("update outbox set sent_at = now(), data = '{}' where sent_at is null")
  }
  const found = await app.database.db.selectFrom('users').select('id').where('email', '=', email).execute()
  expect(found, 'the account is erased').toEqual([])
}

const FIRST = {
  had_trial: false,
  trial: { left_micros: 1_000_000, total_micros: 1_000_000 },
  balance_micros: 1_000_000,
}
const NONE = { had_trial: true, trial: { left_micros: 0, total_micros: 0 }, balance_micros: 0 }

test('an address that is registered again after its account was closed gets no second trial credit, and a message', async () => {
  expect(await signUp('again@example.com')).toEqual(FIRST)
  await closeForGood('again@example.com')
  expect(await signUp('again@example.com')).toEqual(NONE)
  expect(await signUp('another@example.com')).toEqual(FIRST)
  const { rows } = await app.database.owner.query<{ address_mac: string }>('select address_mac from trial_addresses')
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/again|another/)
})

test('the address of an account from an earlier version is recorded when it is erased', async () => {
  expect(await signUp('old@example.com')).toEqual(FIRST)
  await app.database.owner.query('delete from trial_addresses')
  await closeForGood('old@example.com')
  expect(await signUp('old@example.com')).toEqual(NONE)
})
