import { auth } from '@portico/contract/auth.ts'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

const unchecked = sharedApp()
let checked: Pick<TestApp, 'browser'>
beforeAll(async () => {
  checked = await unchecked.sibling({ settings: { BOT_CHECK: 'proof-of-work' } })
})

const email = 'checked@example.com'
const FORMS: [string, Endpoint, object][] = [
  ['sign-in', auth.authenticate, { email, password: 'a long and quiet river' }],
  ['sign-up', auth.register, { email, password: 'a long and quiet river', privacy: true }],
  ['forgot-password', auth.sendForgotPasswordEmail, { email }],
  ['activation', auth.activateAccount, { code: 'ABCDEF' }],
  ['resend-activation', auth.resendActivation, { email }],
]

test.each(FORMS)(
  'CA-04 %s is refused with a bad token of the bot check, and accepted where none is needed',
  async (_, to, input) => {
    const codeOf = async (app: Pick<TestApp, 'browser'>, captcha: string) => {
      const browser = app.browser()
      await browser.open('/signin')
      return JSON.parse((await browser.call(to, { ...input, captcha })).text).code
    }
    for (const captcha of ['', 'made up']) expect(await codeOf(checked, captcha)).toBe('bot_check_failed')
    expect(await codeOf(unchecked, '')).not.toBe('bot_check_failed')
  },
)
