import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'

const app = sharedApp()
beforeAll(async () => {
  await app.addUser({ email: 'ann@example.com' })
})

test.each([
  ['token', auth.loginToken],
  ['onetime', auth.loginOnetime],
] as const)(
  'A20 a link that signs in (%s) is used up in every browser, also where it was opened before',
  async (kind, redeem) => {
    const { body } = await app.operator(operator.onetime, { user: 'ann@example.com', kind, mail: false, by: 'test' })
    const { pathname } = new URL('url' in body ? body.url : '')
    const [first, early, late] = [app.browser(), app.browser(), app.browser()]
    for (const browser of [first, early, late]) await browser.open('/signin')
    await first.open(pathname)
    await early.open(pathname)
    await first.must(redeem, {})
    await late.open(pathname)
    for (const browser of [first, early, late])
      expect(await browser.call(redeem, {})).toMatchObject({ status: 400, body: { code: 'link_used' } })
    for (const browser of [early, late]) expect((await browser.call(users.getUserData, {})).status).toBe(401)
  },
)
