import { randomUUID } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import { agents } from '@portico/contract/agents.ts'
import { alertChannels } from '@portico/contract/alert-channels.ts'
import { alerting } from '@portico/contract/alerts.ts'
import { auth } from '@portico/contract/auth.ts'
import { budgets } from '@portico/contract/budgets.ts'
import { playground } from '@portico/contract/playground.ts'
import { profile } from '@portico/contract/profile.ts'
import { settings } from '@portico/contract/settings.ts'
import { team } from '@portico/contract/team.ts'
import { updates } from '@portico/contract/updates.ts'
import { usageViews } from '@portico/contract/usage-views.ts'
import { users } from '@portico/contract/users.ts'
import { accountLogins, readApiPassword } from '#access/index.ts'
import { firstCallListener } from '#business-events/index.ts'
import { addToInbox } from '#inbox/index.ts'
import { bookGift } from '#ledger/index.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { userByEmail } from '#users/index.ts'
import type { TestApp } from './app.ts'
import { invitationIn } from './browser.ts'
import { payForEverything } from './full-payments.ts'
import { newPasskey } from './passkey.ts'
import { codeAt } from './staff.ts'

export const PASSWORD = 'a long and quiet river'
const TASK = { location_code: 2840, language_code: 'en' }

/** Unique marks in the values a person types or sends. */
export function canariesOf(mark: string, network: number) {
  return {
    name: `Name${mark}`,
    email: `${mark}.founder@example.com`,
    new_email: `${mark}.moved@example.com`,
    phone: `+4930${network}${network}`,
    ip: `10.77.${network}.1`,
    caller_ip: `10.77.${network}.2`,
    agent: `Agent${mark}`,
    company: `Company${mark}`,
    street: `${mark} Street 7`,
    invoice_email: `${mark}.books@example.com`,
    hook: `https://${mark}-hooks.example.com/alerts`,
    postback: `https://${mark}-posts.example.com/done`,
    keyword: `keyword ${mark}`,
    bad_keyword: `wrong ${mark}`,
    saved: `Saved${mark}`,
    view: `View${mark}`,
    label: `Label${mark}`,
    invited: `${mark}.invited@example.com`,
    passkey: `Phone${mark}`,
    agent_login: `Bot${mark}`,
    tag: `Tag${mark}`,
    campaign: `Campaign${mark}`,
  }
}

/**
 * An account that has used every feature like a customer: sign-up, calls, playground, team, second factor, passkey,
 * payments, subscription, database. Typed values hold the mark, and IP addresses are of a separate network.
 */
export async function openFullAccount(app: TestApp, mark: string, network: number) {
  const own = canariesOf(mark, network)
  const browser = app.browser({ ip: own.ip, user_agent: own.agent })
  await signUp(app, browser, own.email, own.name, own.campaign)
  const id = (await userByEmail(app.ctx, own.email))?.id ?? 0
  const [login] = await accountLogins(app.ctx, id)
  if (!login) throw new Error('the user has no login')
  const balance = { balance_micros: 1, below_micros: 2 }
  await addToInbox(app.ctx, [id], { kind: 'balance', values: balance }, login)
  await bookGift(app.ctx, {
    id: randomUUID(),
    login_id: login.id,
    amount_micros: 900_000_000,
    memo: 'gift',
    actor: 'test',
  })
  const member = await addMemberOf(app, browser, mark, network)
  await changeSettings(browser, own)
  await payForEverything(app, browser, own)
  await callApi(app, login, own)
  await tryPlayground(browser, own)
  const secrets = await secure(app, browser, own)
  const api_password = await readApiPassword(app.ctx, { login_id: login.id, member_id: null })
  await deriveRollups(app.ctx, firstCallListener(app.ctx))
  return {
    id,
    login,
    browser,
    member,
    canaries: own,
    secrets: [...secrets, api_password ?? '', PASSWORD],
    signIn: async () => {
      browser.cookies.clear()
      await browser.open('/signin')
      await browser.must(auth.authenticate, { email: own.email, password: PASSWORD, captcha: '' })
      app.clock.forward(60_000)
      await browser.must(auth.secondFactor, { code: codeAt(secrets[0] ?? '', app.clock.now()) })
    },
  }
}

type Browser = ReturnType<TestApp['browser']>
type Canaries = ReturnType<typeof canariesOf>

async function signUp(app: TestApp, browser: Browser, email: string, name: string, campaign: string): Promise<void> {
  await browser.open(`/register?utm_source=${campaign}&utm_campaign=${campaign}`)
  await browser.must(auth.register, { email, password: PASSWORD, name, privacy: true, captcha: '' })
  const [mail] = await app.mails(email)
  await browser.must(auth.activateAccount, { code: String(mail?.data.code), captcha: '' })
  await browser.signIn(email, PASSWORD)
}

/** A member who was invited, joined and works on the account from another IP address. */
async function addMemberOf(app: TestApp, owner: Browser, mark: string, network: number) {
  const email = `${mark}.colleague@example.com`
  await owner.must(team.invite, { email, role: 'developer', cap_micros: null })
  const link = String((await app.mails(email)).at(-1)?.data.link)
  const browser = app.browser({ ip: `10.88.${network}.1`, user_agent: 'colleague' })
  await browser.open('/register')
  const input = { email, password: PASSWORD, name: `Colleague ${mark}`, privacy: true as const, captcha: '' }
  await browser.must(auth.register, { ...input, ...invitationIn(link) })
  await browser.signIn(email, PASSWORD)
  const id = (await userByEmail(app.ctx, email))?.id ?? 0
  return { id, email, browser }
}

async function changeSettings(browser: Browser, own: Canaries): Promise<void> {
  await browser.must(profile.saveProfile, {
    name: own.name,
    phone: own.phone,
    language: 'de',
    theme_view: 'dark',
    time_zone: 'Asia/Tokyo',
  })
  await browser.must(users.setConsentData, { consent: '{"categories":[]}' })
  await browser
    .must(updates.getUpdates, {})
    .then(({ updates: all }) => browser.must(updates.markUpdatesRead, { ids: all.slice(0, 1).map(({ id }) => id) }))
  await browser.must(team.invite, { email: own.invited, role: 'viewer', cap_micros: 0 })
  await browser.must(access.addMachineLogin, { name: 'etl' })
  await browser.must(access.saveIpAccess, { rules: [{ cidr: '10.0.0.0/8', label: own.label }], check: false })
  await browser.must(settings.saveSpendLimit, { scope: 'serp', limit_micros: 500_000_000 })
  await browser.must(settings.saveDuplicates, { hour: 10, day: 20 })
  await browser.must(alerting.saveAlertWebhook, { url: own.hook })
  await browser.must(alerting.sendTestAlert, {})
  const url = 'https://hooks.slack.com/services/T0/B0/secret'
  await browser.must(alertChannels.addChannel, { app: 'slack', name: own.hook.slice(-40), url })
  await browser.must(budgets.saveBudget, { login: null, tag: null, soft_micros: 5_000_000, hard_micros: null })
  await browser.must(usageViews.saveUsageView, { name: own.view, path: '/api-detail', search: `?tag=${own.tag}` })
  await browser.must(agents.addAgent, {
    name: own.agent_login,
    is_live: true,
    functions: null,
    total_micros: 1_000_000,
    day_micros: null,
    days: 7,
  })
}

/** Makes charged calls, a queued one and a refused one. */
async function callApi(app: TestApp, login: { id: number; login: string }, own: Canaries): Promise<void> {
  const password = await readApiPassword(app.ctx, { login_id: login.id, member_id: null })
  const authorization = `Basic ${Buffer.from(`${login.login}:${password}`).toString('base64')}`
  const send = (url: string, task: object) =>
    app.app.inject({
      method: 'POST',
      url,
      headers: { authorization, 'content-type': 'application/json', 'user-agent': own.agent },
      remoteAddress: own.caller_ip,
      payload: JSON.stringify([task]),
    })
  const live = '/v3/serp/google/organic/live/advanced'
  for (let at = 0; at < 7; at += 1) {
    app.clock.forward(1000)
    await send(live, { keyword: `${own.keyword} ${at}`, tag: own.tag, ...TASK })
  }
  await send('/v3/serp/google/organic/task_post', { keyword: own.keyword, postback_url: own.postback, ...TASK })
  await send(live, { keyword: own.bad_keyword, ...TASK, location_code: 'nowhere' })
}

async function tryPlayground(browser: Browser, own: Canaries): Promise<void> {
  const method_id = 'POST /v3/serp/google/organic/live/advanced'
  const task = JSON.stringify({ keyword: own.keyword, ...TASK })
  await browser.must(playground.runInSandbox, { method_id, task })
  await browser.must(playground.runLive, { method_id, task, max_micros: 1_000_000, key: `run-${own.name}` })
  await browser.must(playground.saveRequest, { method_id, task, name: own.saved, folder: own.saved, is_shared: false })
}

/** Returns the secrets that must never leave the server, beginning with the key of the second factor. */
async function secure(app: TestApp, browser: Browser, own: Canaries): Promise<string[]> {
  const passkey = newPasskey(app.ctx.env.public_url)
  const { options } = await browser.must(profile.beginPasskey, {})
  await browser.must(profile.addPasskey, { name: own.passkey, response: passkey.register(options) })
  const { key } = await browser.must(profile.beginFactor, {})
  app.clock.forward(30_000)
  const { recovery_codes } = await browser.must(profile.turnOnFactor, { code: codeAt(key, app.clock.now()) })
  const other = app.browser({ ip: own.ip, user_agent: own.agent })
  await other.open('/signin')
  await other.call(auth.authenticate, { email: own.email, password: 'a wrong password', captcha: '' })
  await other.must(auth.sendForgotPasswordEmail, { email: own.email, captcha: '' })
  await browser.must(profile.requestEmailChange, { email: own.new_email })
  const sid = browser.cookies.get('sid') ?? ''
  return [key, ...recovery_codes, sid]
}
