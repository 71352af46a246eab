import { profile } from '@portico/contract/profile.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'

const app = sharedApp()
beforeAll(async () => {
  await app.addUser({ email: 'pat@example.com' })
})

test('A29 a password is not changed without the current one', async () => {
  const browser = await app.signedIn('pat@example.com')
  const input = { password: 'a fresh new password', pass_confirm: 'a fresh new password' }
  expect(await browser.call(profile.changePassword, input)).toMatchObject({
    status: 400,
    body: { code: 'wrong_password' },
  })
  await app.browser().signIn('pat@example.com')
})
