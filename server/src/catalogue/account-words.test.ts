import { afterAll, expect, test } from 'vitest'
import { dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { accountWord } from './account-words.ts'
import { openCatalogue } from './index.ts'

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
  ['Azure', '/subscriptions/{subscriptionId}/storageAccounts/{name}/listKeys'],
  ['Azure', '/subscriptions/{subscriptionId}/providers/Microsoft.Authorization/roleAssignments'],
  ['Azure', '/subscriptions/{subscriptionId}'],
  ['AWS', '/iam/GetAccountSummary'],
  ['Google', '/v1/{resource}:setIamPolicy'],
  ['Linode', '/account/settings'],
  ['Cloudflare', '/accounts/{account_identifier}/settings'],
  ['Asana', '/organization_exports'],
  ['Mailchimp', '/account-exports'],
  ['Stripe', '/v1/accounts/{account}/external_accounts'],
  ['Stripe', '/v1/account_links'],
  ['Kubernetes', '/api/v1/namespaces/{namespace}/serviceaccounts'],
  ['Kubernetes', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'],
  ['Azure', '/subscriptions/{subscriptionId}/sites/{name}/config/publishingcredentials/list'],
  ['Azure', '/subscriptions/{subscriptionId}/sites/{name}/newpassword'],
  ['Google', '/billinginfo/{accountId}/{billingId}'],
  ['AWS', '/accountConfiguration'],
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
  '/subscriptions/{subscriptionId}/resourceGroups/{group}/providers/Microsoft.Web/sites/{name}',
  '/2010-04-01/Accounts/{AccountSid}/Messages.json',
  '/orgs/{org}/repos',
  '/storageAccounts/{name}',
  '/device-profiles/{id}',
  '/entities/userDefinedFields',
  '/payment_term_types',
  '/subscriptions/{subscriptionId}/providers/Microsoft.Automation/automationAccounts/{name}/runbooks',
  '/subscriptions/{subscriptionId}/resourceGroups/{group}/providers/Microsoft.DocumentDB/databaseAccounts/{name}',
  '/companies/{companyId}/accountTransactions',
]

const wordOf = (path: string) => accountWord({ segments: path.split('/') })

test.each(OF_ACCOUNTS)('%s %s needs the operator’s decision', (_, path) => expect(wordOf(path)).toBeDefined())

test.each(OF_DATA)('%s needs no decision', (path) => expect(wordOf(path)).toBeUndefined())

test('a write to an account that cannot be read is a decision, one to a collection in it is none', () => {
  const segments = ['accounts', '{id}', 'close']
  expect(accountWord({ segments, is_action: true })).toBe('accounts')
  expect(accountWord({ segments, is_action: false })).toBeUndefined()
  expect(accountWord({ segments: [...segments, '{part}'], is_action: true })).toBeUndefined()
})

test.each([
  ['https://www.googleapis.com/auth/cloud-platform', undefined],
  ['https://www.googleapis.com/auth/admin.directory.user', 'admin'],
  ['account:read', 'account'],
  ['User Management', 'User Management'],
  ['Loyalty and Accounts', 'Accounts'],
  ['LoadBalancers', undefined],
])('the label %s needs a decision for the word %s', (label, word) => {
  expect(accountWord({ segments: ['v1', 'things'], labels: [label] })).toBe(word)
})

test('a document about identities needs a decision for each of its operations', () => {
  const segments = ['things']
  expect(accountWord({ segments, title: 'Identity and Access Management' })).toBe('Identity')
  expect(accountWord({ segments, title: 'Weather for everyone' })).toBeUndefined()
})

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
