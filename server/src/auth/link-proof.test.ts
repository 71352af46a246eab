import { access } from '@portico/contract/access.ts'
import { alerting } from '@portico/contract/alerts.ts'
import { auth } from '@portico/contract/auth.ts'
import { operator } from '@portico/contract/operator.ts'
import { playground } from '@portico/contract/playground.ts'
import { profile } from '@portico/contract/profile.ts'
import { settings } from '@portico/contract/settings.ts'
import { team } from '@portico/contract/team.ts'
import { beforeAll, expect, test } from 'vitest'
import { addMember } from '#team/members.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'

const QUARTER_MS = 15 * 60 * 1000
const LIVE = { method_id: 'GET /v3/serp/google/languages', task: '{}', max_micros: 0 }

const app = sharedApp()
let member_id = 0
let count = 0
beforeAll(async () => {
  const { id: owner_id } = await app.addUser({ email: 'vic@example.com', name: 'Vic' })
  member_id = (await app.addUser({ email: 'member@example.com', name: 'Member' })).id
  await addMember(app.ctx, { owner_id, user_id: member_id, role: 'viewer', cap_micros: 1_000_000 })
  const browser = await byPassword()
  await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: 5_000_000 })
})

async function visitor() {
  count += 1
  const browser = app.browser({ ip: `198.51.100.${count}` })
  await browser.open('/signin')
  return browser
}
type Browser = Awaited<ReturnType<typeof visitor>>

async function byPassword() {
  const browser = await visitor()
  await browser.signIn('vic@example.com')
  return browser
}

async function byLink(kind: 'onetime' | 'token') {
  const { body } = await app.operator(operator.onetime, { user: 'vic@example.com', kind, mail: false, by: 'test' })
  if (!('url' in body)) throw new Error(JSON.stringify(body))
  const browser = await visitor()
  await browser.open(new URL(body.url).pathname)
  if (kind === 'onetime') await browser.must(auth.loginOnetime, {})
  else await browser.must(auth.loginToken, {})
  return browser
}

const codeOf = ({ status, body }: { status: number; body: unknown }) => (body as { code?: string }).code ?? status

/** Changes that make another user an admin, or lift a limit of the account. */
const escalations = (browser: Browser) => [
  browser.call(team.invite, { email: `attacker${count}@example.com`, role: 'admin', cap_micros: null }),
  browser.call(team.changeRole, { user_id: member_id, role: 'developer' }),
  browser.call(team.changeCap, { user_id: member_id, cap_micros: null }),
  browser.call(team.removeMember, { user_id: member_id }),
  browser.call(access.showPassword, {}),
  browser.call(access.addMachineLogin, { name: `etl-${count}` }),
  browser.call(access.saveIpAccess, { rules: [], check: false }),
  browser.call(alerting.saveAlertWebhook, { url: 'https://attacker.example.com/hook' }),
  browser.call(settings.saveSpendLimit, { scope: '', limit_micros: null }),
  browser.call(settings.saveSpendLimit, { scope: '', limit_micros: 6_000_000 }),
  browser.call(profile.endOtherSessions, {}),
  browser.call(auth.goToThirdParty, { provider: 'google', purpose: 'link' }),
]

test.each(['onetime', 'token'] as const)(
  'SEC2-N2 a session that a %s link opened makes no admin, lifts no limit and spends nothing before the password',
  async (kind) => {
    const browser = await byLink(kind)
    const tries = [...escalations(browser), browser.call(playground.runLive, { ...LIVE, key: `live-${kind}` })]
    expect((await Promise.all(tries)).map(codeOf)).toEqual(tries.map(() => 'reauth_needed'))
    expect((await browser.must(team.getTeam, {})).invitations).toEqual([])
    await browser.must(auth.reauthenticate, { password: TEST_PASSWORD })
    expect(codeOf(await browser.call(playground.runLive, { ...LIVE, key: `proved-${kind}` }))).not.toBe('reauth_needed')
    await browser.must(team.invite, { email: `colleague-${kind}@example.com`, role: 'admin', cap_micros: null })
    const { invitations } = await browser.must(team.getTeam, {})
    for (const { id } of invitations) await browser.must(team.revokeInvitation, { id })
  },
)

test('SEC2-N2 a session left open needs the password again after a quarter of an hour, but runs in the playground meanwhile', async () => {
  const browser = await byPassword()
  app.clock.forward(QUARTER_MS + 1000)
  const tries = escalations(browser)
  expect((await Promise.all(tries)).map(codeOf)).toEqual(tries.map(() => 'reauth_needed'))
  expect(codeOf(await browser.call(playground.runLive, { ...LIVE, key: 'later' }))).not.toBe('reauth_needed')
})

test('SEC2-N2 removing rights or lowering a limit needs no further proof', async () => {
  const browser = await byLink('onetime')
  await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: 4_000_000 })
  await browser.must(team.changeCap, { user_id: member_id, cap_micros: 500_000 })
  const owner = await byPassword()
  await owner.must(team.changeRole, { user_id: member_id, role: 'developer' })
  await browser.must(team.changeRole, { user_id: member_id, role: 'viewer' })
})

test('SEC2-N2 a sign-in with the password a moment ago is a proof: no second one is needed', async () => {
  const browser = await byPassword()
  app.clock.forward(QUARTER_MS - 1000)
  await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: 7_000_000 })
  await browser.must(team.invite, { email: 'soon@example.com', role: 'admin', cap_micros: null })
})
