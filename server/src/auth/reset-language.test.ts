import { auth } from '@portico/contract/auth.ts'
import { users } from '@portico/contract/users.ts'
import { expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'

const it = sharedApp()

test('the mail with the link to a new password is in the language of the account, not of the browser', async () => {
  const email = 'greta@example.com'
  await it.addUser({ email })
  const own = await it.signedIn(email)
  await own.must(users.setLanguage, { language: 'de' })
  const elsewhere = it.browser({ ip: '198.51.100.9' })
  await elsewhere.open('/forgot-password', { 'accept-language': 'en' })
  await elsewhere.must(auth.sendForgotPasswordEmail, { email, captcha: '' })
  const mails = await it.mails(email)
  expect(mails.filter(({ template }) => template === 'reset')).toMatchObject([{ language: 'de' }])
})
