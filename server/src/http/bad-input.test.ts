import { access } from '@portico/contract/access.ts'
import { alerting } from '@portico/contract/alerts.ts'
import { auth } from '@portico/contract/auth.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { errors } from '@portico/contract/errors.ts'
import { profile } from '@portico/contract/profile.ts'
import { EMAIL_MAX, TYPED_MAX } from '@portico/contract/rules.ts'
import { settings } from '@portico/contract/settings.ts'
import { team } from '@portico/contract/team.ts'
import { usage } from '@portico/contract/usage.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

const it = sharedApp()
let owner: ReturnType<TestApp['browser']>
beforeAll(async () => {
  await it.addUser({ email: 'owner@example.com' })
  owner = await it.signedIn('owner@example.com')
})

const headers = () => ({ 'x-xsrf-token': owner.cookies.get('XSRF-TOKEN') })
const send = ({ path }: Endpoint, body: unknown) => owner.send({ method: 'POST', path, body, headers: headers() })
const errorsLogged = () => it.log_lines.filter((line) => /"level":[56]0/.test(line))

const NUL = 'a\u0000b'
const HALF = 'a\ud83d'
const values = { name: 'a', phone: '', language: 'en', theme_view: 'dark', time_zone: 'UTC' }
const invitation = { email: 'a@example.com', role: 'viewer', cap_micros: null }
const link = { email: NUL, hash: 'x' }
const BAD_TEXT: [Endpoint, unknown, string][] = [
  [auth.sendCheckUnsubscribeDataRequest, link, 'email'],
  [auth.sendUnsubscribeRequest, { ...link, news: 0, offers: 0, reports: 0, triggers: 0 }, 'email'],
  [auth.checkActivation, { user_id: NUL }, 'user_id'],
  [auth.sendResetPasswordCheckRequest, { id: HALF, token: 'x' }, 'id'],
  [users.setConsentData, { consent: NUL }, 'consent'],
  [users.setActiveApiUser, { login: HALF }, 'login'],
  [profile.saveProfile, { ...values, name: NUL }, 'name'],
  [profile.saveProfile, { ...values, phone: `123${NUL}` }, 'phone'],
  [profile.endSession, { public_id: NUL }, 'public_id'],
  [access.saveIpAccess, { rules: [{ cidr: '192.0.2.1', label: NUL }], check: false }, 'rules'],
  [settings.saveSpendLimit, { scope: HALF, limit_micros: 1 }, 'scope'],
  [team.invite, { ...invitation, email: `${HALF}@example.com` }, 'email'],
]

test.each(BAD_TEXT.map(([endpoint, body, field]) => [endpoint.path, field, endpoint, body] as const))(
  'SEC-L3 %s names the field %s that holds NUL or half a character',
  async (_path, field, endpoint, body) => {
    const answer = await send(endpoint, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field])
  },
)

const BAD_IDS = [2_147_483_648, 9_007_199_254_740_991, 1e300, 1.5, -1, 0, '7', null]
const BY_ID: [Endpoint, string, object][] = [
  [team.revokeInvitation, 'id', {}],
  [team.resendInvitation, 'id', {}],
  [team.changeRole, 'user_id', { role: 'viewer' }],
  [team.changeCap, 'user_id', { cap_micros: null }],
  [team.removeMember, 'user_id', {}],
]
test.each(BY_ID.map(([endpoint, field, rest]) => [endpoint.path, endpoint, field, rest] as const))(
  'SEC-L3 %s refuses every id no row can have',
  async (_path, endpoint, field, rest) => {
    for (const id of BAD_IDS)
      expect(await send(endpoint, { [field]: id, ...rest })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
  },
)

test('SEC-L3 an alert message has a number that may be large, but must be one', async () => {
  expect(await send(alerting.replayAlert, { id: 9_007_199_254_740_991 })).toMatchObject({
    body: { code: 'no_webhook' },
  })
  for (const id of [9_007_199_254_740_992, 1.5, 0]) expect((await send(alerting.replayAlert, { id })).status).toBe(400)
})

test.each([
  `${access.getAccessActivity.path}?before=1.5`,
  `${access.getAccessActivity.path}?before=1e300`,
  `${access.getAccessActivity.path}?before=-1`,
  `${access.getAccessActivity.path}?before=`,
  `${usage.getUsageTasks.path}?from=2026-03-01&to=2026-03-02&tag=a%00b`,
  `${usage.getUsageTasks.path}?from=2026-03-01&to=2026-03-02&limit=1.5`,
  `${dashboard.getSpendByDay.path}?from=2026-02-01&to=2026-02-30`,
  `${dashboard.getSpendByDay.path}?from=0000-01-01&to=0000-01-02`,
  `${dashboard.getTopFunctions.path}?from=9999-12-30&to=9999-12-31`,
  `${usage.getUsageSummary.path}?from=2026-02-01&to=2026-02-28T24:00`,
  `${errors.getErrorGroups.path}?from=2026-02-29&to=2026-03-02`,
  `/api/usage/export?from=2026-03-01&to=2026-03-02&format=csv&tag=%00`,
  `/api/errors/export?from=2026-03-01&to=2026-03-02&task=%00`,
])('SEC-L3 %s is refused', async (path) => {
  expect(await owner.send({ path })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test('SEC-L3 a link with NUL in it opens nothing, and a mail program that posts it gets an answer', async () => {
  const stranger = it.browser()
  expect((await stranger.open('/unsubscribe/a%00/x')).status).toBe(200)
  expect(stranger.cookies.has('flow')).toBe(false)
  const posted = await stranger.send({
    method: 'POST',
    path: '/unsubscribe/a%00/x',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(posted.status).toBe(200)
})

test('SEC-L3 none of these counts as a server error', () => {
  expect(errorsLogged()).toEqual([])
})

const MARKS = '\u0300'.repeat(2_000) + '\u0316'.repeat(2_000)

test('SEC-H1 A2 no text from a stranger, in a body, a link or a cookie, is normalised above its bound', async () => {
  const stranger = it.browser()
  await stranger.open()
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const xsrf = { 'x-xsrf-token': stranger.cookies.get('XSRF-TOKEN') }
  const post = ({ path }: Endpoint, body: unknown) => stranger.send({ method: 'POST', path, body, headers: xsrf })
  const email = `a${MARKS}@example.com`
  const longest = () => Math.max(0, ...normalize.mock.contexts.map((context) => String(context).length))
  try {
    const answer = await post(auth.authenticate, { email, password: `a${MARKS}`, captcha: '' })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { email: 'Email is invalid', password: 'Password is too long' } },
    })
    expect(await post(auth.sendForgotPasswordEmail, { email, captcha: '' })).toMatchObject({ status: 400 })
    const part = encodeURIComponent(MARKS.slice(1_900, 2_100))
    await stranger.open(`/unsubscribe/${part}/x`)
    await post(auth.sendCheckUnsubscribeDataRequest, {})
    await stranger.open(`/forgot-password/${part}`)
    await stranger.open(`/signin?email=${encodeURIComponent(MARKS).slice(0, 12_000)}`)
    expect(longest()).toBeLessThanOrEqual(Math.max(EMAIL_MAX, TYPED_MAX))
  } finally {
    normalize.mockRestore()
  }
})

test('SEC-H1 O6 a body longer than its call needs is refused unread, from any caller', async () => {
  const stranger = it.browser()
  const post = (path: string, bytes: number) =>
    stranger.send({ method: 'POST', path, body: JSON.stringify({ a: 'x'.repeat(bytes) }) })
  expect(await post(auth.authenticate.path, 17_000)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(await post(auth.authenticate.path, 15_000)).toMatchObject({ status: 403 })
  expect(await post(auth.register.path, 40_000)).toMatchObject({ status: 403 })
  expect(await post(auth.register.path, 50_000)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(await post(access.saveIpAccess.path, 60_000)).toMatchObject({ status: 403 })
  expect(await post(access.saveIpAccess.path, 66_000)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(await post('/api/operator/credit', 66_000)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(await post('/api/nothing/here', 66_000)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

test('SEC-H1 the longest list a screen may save is accepted', async () => {
  const rules = Array.from({ length: 100 }, (_, at) => ({ cidr: `2001:db8::${at}/128`, label: 'я'.repeat(60) }))
  expect((await send(access.saveIpAccess, { rules, check: true })).status).toBe(200)
})
