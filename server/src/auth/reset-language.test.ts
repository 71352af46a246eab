import { auth } from '@portico/contract/auth.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await openTestApp()
})
afterAll(() => it.close())

test('the mail with the link to a new password is in the language of the account, not of the browser', async () => {
  const email = 'greta@example.com'
  await it.addUser({ email })
  const own = it.browser()
  await own.signIn(email)
  await own.must(users.setLanguage, { language: 'de' })
  const elsewhere = it.browser({ ip: '198.51.100.9' })
  await elsewhere.open('/forgot-password', { 'accept-language': 'en' })
  await elsewhere.must(auth.sendForgotPasswordEmail, { email, captcha: '' })
  const mails = await it.mails(email)
  expect(mails.filter(({ template }) => template === 'reset')).toMatchObject([{ language: 'de' }])
})
