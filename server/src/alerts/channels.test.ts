import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { access } from '@portico/contract/access.ts'
import { alertChannels } from '@portico/contract/alert-channels.ts'
import { settings } from '@portico/contract/settings.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { channelTarget } from './channel-address.ts'
import { channelMessage } from './channel-message.ts'
import { openAlertSender, runAlerts } from './index.ts'

const USD = 1_000_000
const MINUTE_MS = 60_000

/** A message of an incoming webhook, as the documentation of Block Kit bounds it. */
const plain = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.literal(false) })
const slackMessage = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('header'), text: plain(150) }),
        z.strictObject({
          type: z.literal('section'),
          text: z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3000) }),
        }),
        z.strictObject({
          type: z.literal('actions'),
          elements: z
            .array(z.strictObject({ type: z.literal('button'), text: plain(75), url: z.url().max(3000) }))
            .min(1)
            .max(25),
        }),
      ]),
    )
    .min(1)
    .max(50),
})
/** What the workflow “Send webhook alerts to a channel” takes: one adaptive card. */
const teamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
        type: z.literal('AdaptiveCard'),
        version: z.literal('1.4'),
        body: z.array(
          z.strictObject({
            type: z.literal('RichTextBlock'),
            inlines: z.array(z.looseObject({ type: z.literal('TextRun'), text: z.string().min(1) })).min(1),
          }),
        ),
        actions: z.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: z.url() })),
      }),
    }),
  ]),
})
const SHAPES = { slack: slackMessage, teams: teamsMessage }

let site: TestApp
let sender: ReturnType<typeof openAlertSender>
const received: { path: string; type: string | undefined; body: string }[] = []
let answers: number[] = []
/** Both services on this machine: they refuse what is not of their shape, as they do. */
const service = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const path = request.url ?? ''
  received.push({ path, type: request.headers['content-type'], body })
  const shape = path.startsWith('/services/') ? slackMessage : teamsMessage
  const status = answers.shift() ?? (shape.safeParse(JSON.parse(body)).success ? 200 : 400)
  response.writeHead(status).end(status === 200 ? 'ok' : 'invalid_payload')
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  site = await openTestApp({ settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } })
  sender = openAlertSender(site.ctx)
})
afterAll(async () => {
  await sender.close()
  await site.close()
  service.closeAllConnections()
  service.close()
})
beforeEach(() => {
  received.length = 0
  answers = []
})

async function openOwner() {
  const customer = await openCustomer(site)
  const browser = await site.signedIn(customer.login)
  return { ...customer, browser }
}
const slackOf = (name: string) => ({ app: 'slack' as const, name, url: `${origin}/services/T0/B0/${name}?x=secret` })
const teamsOf = (name: string) => ({ app: 'teams' as const, name, url: `${origin}/workflows/${name}` })

test('an alert arrives in Slack and Teams in the shape of each; another account gets none', async () => {
  const [one, other] = [await openOwner(), await openOwner()]
  await one.browser.must(alertChannels.addChannel, slackOf('costs'))
  await one.browser.must(alertChannels.addChannel, teamsOf('office'))
  await other.browser.must(alertChannels.addChannel, slackOf('elsewhere'))
  const thresholds = {
    balance_below_micros: 5 * USD,
    days_left_below: null,
    limit_percents: [],
    error_rate_above: null,
  }
  await one.browser.must(settings.saveAlerts, thresholds)
  await one.give(-6 * USD)
  await runAlerts(site.ctx)
  await sender.runDue()
  // They are sent at the same time.
  received.sort((a, b) => a.path.localeCompare(b.path))
  expect(received.map(({ path, type }) => [path.split('?')[0], type])).toEqual([
    ['/services/T0/B0/costs', 'application/json'],
    ['/workflows/office', 'application/json'],
  ])
  for (const { body } of received) expect(body).toContain(one.login)
  const [slack] = received.map(({ body }) => JSON.parse(body))
  const { brand } = await siteOfAccount(site.ctx, one.user_id)
  expect(slack.blocks[0].text.text.startsWith(`${brand.title}: `), 'a channel shows who sends it').toBe(true)
  const { channels } = await one.browser.must(alertChannels.getChannels, {})
  expect(channels.map(({ deliveries }) => deliveries.map(({ state, kind }) => [state, kind]))).toEqual([
    [['sent', 'balance']],
    [['sent', 'balance']],
  ])
  // The address is a secret: of it only the host leaves the server, and the database has no readable copy.
  expect(JSON.stringify(channels)).not.toMatch(/secret|services/)
  const { rows } = await site.database.owner.query<{ row: string }>('select c::text as row from alert_channels c')
  expect(JSON.stringify(rows)).not.toMatch(/secret|services/)
})

test('a test message that is refused is shown, retried by itself and, once given up, on demand', async () => {
  const one = await openOwner()
  const { channels } = await one.browser.must(alertChannels.addChannel, slackOf('broken'))
  const id = channels[0]?.id ?? 0
  answers = Array.from({ length: 50 }, () => 404)
  await one.browser.must(alertChannels.testChannel, { id })
  await sender.runDue()
  const last = async () => (await one.browser.must(alertChannels.getChannels, {})).channels[0]?.deliveries[0]
  expect(await last()).toMatchObject({ state: 'waiting', http_status: 404, failure: 'refused', tries: 1, kind: 'test' })
  for (let n = 0; n < 20 && (await last())?.state === 'waiting'; n++) {
    const due = (await last())?.next_try_at ?? ''
    site.clock.forward(Math.max(0, Date.parse(due) - site.clock.now().getTime()) + MINUTE_MS)
    await one.browser.signIn(one.login)
    await sender.runDue()
  }
  const failed = await last()
  expect(failed).toMatchObject({ state: 'failed', http_status: 404 })
  answers = []
  await one.browser.must(alertChannels.retryDelivery, { id: failed?.id ?? 0 })
  await sender.runDue()
  expect(await last()).toMatchObject({ state: 'sent', http_status: 200 })
  // What has arrived is not sent again.
  const again = await one.browser.call(alertChannels.retryDelivery, { id: failed?.id ?? 0 })
  expect(again.body).toMatchObject({ code: 'not_stored' })
  const { rows } = await one.browser.must(access.getAccessActivity, { kind: 'settings' })
  expect(
    rows.map(({ action, facts }) => [action, facts]).filter(([action]) => String(action).startsWith('alert_')),
  ).toEqual([
    ['alert_replayed', [{ field: 'channel', after: 'broken' }]],
    ['alert_channel_tested', [{ field: 'channel', after: 'broken' }]],
    [
      'alert_channel_added',
      [
        { field: 'host', after: expect.any(String) },
        { field: 'channel', after: 'broken' },
      ],
    ],
  ])
})

test.each(['slack', 'teams'] as const)('hostile text in a message to %s stays text, and keeps its shape', (app) => {
  for (const text of ['<!channel> & <https://evil.example|click>', '[click](https://evil.example)', '<'.repeat(5000)]) {
    const body = channelMessage(app, { title: text, text, action: { label: text, url: 'https://portico.example/x' } })
    expect(SHAPES[app].safeParse(JSON.parse(body)).success).toBe(true)
    if (app === 'slack') expect(JSON.parse(body).blocks[1].text.text).not.toMatch(/<|>|&(?!amp;|lt;|gt;)/)
  }
})

test.each([
  ['slack', 'https://hooks.slack.com/services/T/B/x', true],
  ['slack', 'https://hooks.slack.com.evil.example/services/T/B/x', false],
  ['slack', 'http://hooks.slack.com/services/T/B/x', false],
  ['slack', 'https://169.254.169.254/latest', false],
  ['slack', 'https://user:word@hooks.slack.com/x', false],
  ['teams', 'https://prod-1.westeurope.logic.azure.com:443/workflows/x?sig=y', true],
  ['teams', 'https://firm.webhook.office.com/webhookb2/x', true],
  ['teams', 'https://logic.azure.com.evil.example/x', false],
  ['teams', 'https://localhost/x', false],
  ['teams', 'no address', false],
] as const)('an address for %s: %s is taken: %s', (app, url, isTaken) =>
  expect(channelTarget(app, url, false) !== undefined).toBe(isTaken),
)
