import { afterAll, expect, test } from 'vitest'
import { dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { accountWord } from './account-words.ts'
import { openCatalogue } from './index.ts'
import { namePath } from './name-path.ts'

afterAll(dropProviders)

/** Paths of public APIs that read or change the account of the key's holder. */
const OF_ACCOUNTS = [
  ['Twilio', '/2010-04-01/Accounts/{AccountSid}/Balance.json'],
  ['Twilio', '/2010-04-01/Accounts/{AccountSid}/Keys.json'],
  ['OpenAI', '/organization/admin_api_keys'],
  ['Box', '/users/me'],
  ['Stripe', '/v1/balance'],
  ['GitHub', '/user/keys'],
  ['GitHub', '/orgs/{org}/invitations'],
  ['DigitalOcean', '/v2/customers/my/billing_history'],
  ['Slack', '/team.billableInfo'],
  ['SendGrid', '/v3/api_keys'],
  ['SendGrid', '/v3/user/webhooks/event/settings'],
  ['Asana', '/workspaces/{workspace_gid}/users'],
  ['Plaid', '/link/token/create'],
  ['Zoom', '/users/{userId}/token'],
  ['Vercel', '/v2/teams/{teamId}/members'],
  ['Netlify', '/accounts/{account_id}/audit'],
  ['Cloudflare', '/accounts/{account_identifier}/members'],
  ['Mailchimp', '/authorized-apps/{app_id}/credentials'],
  ['HubSpot', '/oauth/v1/access-tokens/{token}'],
  ['Shopify', '/admin/api/webhooks.json'],
  ['Algolia', '/1/keys'],
  ['PagerDuty', '/service/subscriptions'],
  ['Xero', '/Organisation'],
  ['Linode', '/account/logins'],
  ['Intercom', '/me'],
] as const

const OF_DATA = [
  '/v1/forecast',
  '/geocode/search',
  '/keywords/ideas',
  '/keyword_suggestions',
  '/domains/{domain}/backlinks',
  '/monkeys/{id}/photos',
  '/quotes/daily',
  '/timeseries/{symbol}',
  '/images/generations',
  '/articles/{id}/comments',
]

const wordOf = (path: string) => accountWord({ words: namePath(path).words })

test.each(OF_ACCOUNTS)('%s %s needs the operator’s decision', (_, path) => expect(wordOf(path)).toBeDefined())

test.each(OF_DATA)('%s needs no decision', (path) => expect(wordOf(path)).toBeUndefined())

test('tags, scopes and answer schemas make a path need a decision too, and an extension at the operation gives it', () => {
  const document = (more: string) => `openapi: 3.0.0
x-portico-kind: live
paths:
  /v1/weather: { get: { responses: {} } }
  /v1/overview: { get: { ${more}responses: {} } }
`
  const prices = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
  const sold = (more: string) => {
    const folder = writeProvider({ 'weather.yaml': document(more), 'prices.yaml': prices })
    const source = { prefix: '', has_api_host: false, has_source: true }
    return openCatalogue(folder, undefined, undefined, source).find('GET', '/v1/overview') !== undefined
  }
  expect(['', 'tags: [Billing], ', 'security: [{ key: ["account:read"] }], '].map(sold)).toEqual([true, false, false])
  expect(sold('tags: [Billing], x-portico-kind: live, ')).toBe(true)
})
