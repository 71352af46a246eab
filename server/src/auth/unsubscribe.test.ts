import { auth } from '@portico/contract/auth.ts'
import { beforeAll, expect, test } from 'vitest'
import { unsubscribeUrl } from '#mail/unsubscribe-url.ts'
import { sharedApp } from '#testing/shared-app.ts'

const EMAIL = 'ann+news@example.com'
const app = sharedApp()
let path = ''
beforeAll(async () => {
  await app.addUser({ email: EMAIL })
  path = new URL(unsubscribeUrl(app.ctx, app.ctx.origin, EMAIL)).pathname
})

const flags = async () => {
  const row = await app.database.db
    .selectFrom('users')
    .select(['news', 'offers', 'reports', 'triggers'])
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow()
  return [row.news, row.offers, row.reports, row.triggers]
}
const ALL_ON = [true, true, true, true]

async function opened(at: string) {
  const browser = app.browser()
  await browser.open('/signin')
  const { headers } = await browser.open(at)
  expect(headers.location).toBe('/unsubscribe')
  return browser
}

test('PU-10 the unsubscribe link shows the four flags and saves them, without signing in', async () => {
  const browser = await opened(path)
  expect(await browser.must(auth.sendCheckUnsubscribeDataRequest, {})).toEqual({
    res: 'ok',
    data: { news: 1, offers: 1, reports: 1, triggers: 1 },
    email: 'a•••@example.com',
  })
  expect(await flags()).toEqual(ALL_ON)
  const preferences = { news: 0, offers: 1, reports: 0, triggers: 1 } as const
  expect(await browser.must(auth.sendUnsubscribeRequest, preferences)).toEqual({ res: 'ok', data: preferences })
  expect(await flags()).toEqual([false, true, false, true])
  await browser.must(auth.sendUnsubscribeRequest, { news: 1, offers: 1, reports: 1, triggers: 1 })
})

test('P6 a wrong hash and an unknown address are answered alike and change nothing', async () => {
  const texts = []
  for (const at of [`/unsubscribe/${encodeURIComponent(EMAIL)}/wrong`, '/unsubscribe/nobody@example.com/wrong']) {
    const browser = await opened(at)
    texts.push((await browser.call(auth.sendCheckUnsubscribeDataRequest, {})).text)
    texts.push((await browser.call(auth.sendUnsubscribeRequest, { news: 0, offers: 0, reports: 0, triggers: 0 })).text)
  }
  expect(new Set(texts)).toEqual(new Set(['{"res":"error","data":null,"email":null}', '{"res":"error","data":null}']))
  expect(await flags()).toEqual(ALL_ON)
})

test('P6 a scanner’s GET changes nothing; the mail program’s one-click POST turns off news, offers and reports, never the alerts', async () => {
  for (let at = 0; at < 3; at += 1) await app.browser().open(path)
  expect(await flags()).toEqual(ALL_ON)
  const post = (to: string, body: string, type = 'application/x-www-form-urlencoded') =>
    app.browser().send({ method: 'POST', path: to, body, headers: { 'content-type': type } })
  expect((await post(path, 'something=else')).status).toBe(400)
  expect((await post(`${path}x`, 'List-Unsubscribe=One-Click')).status).toBe(200)
  expect(await flags()).toEqual(ALL_ON)
  expect((await post(path, 'List-Unsubscribe=One-Click')).status).toBe(200)
  expect(await flags()).toEqual([false, false, false, true])
  await app.database.db.updateTable('users').set({ news: true, offers: true, reports: true, triggers: true }).execute()
  const parts = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect((await post(path, parts, 'multipart/form-data; boundary=b')).status).toBe(200)
  expect(await flags()).toEqual([false, false, false, true])
})
