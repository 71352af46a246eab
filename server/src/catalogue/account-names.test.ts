import { afterAll, expect, test } from 'vitest'
import { dropProviders, writeProvider } from '#testing/catalogue/provider.ts'
import { accountNames } from './account-names.ts'
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

/** Of vendors beyond those twenty, on both sides of each rule that lets something pass. */
const OF_MORE_ACCOUNTS = [
  ['Vonage', '/api/accounts/{account_id}/'],
  ['Stripe', '/v1/accounts/{account}/persons/{person}'],
  ['Chime', '/accounts/{accountId}/retention-settings'],
  ['GitHub', '/orgs/{org}/outside_collaborators/{username}'],
  ['GitHub', '/repos/{owner}/{repo}/collaborators/{username}'],
  ['Chargify', '/subscriptions/{id}/owner'],
  ['GoDaddy', '/v1/subscriptions/{subscriptionId}'],
  ['SIGNL4', '/subscriptions/{subscriptionId}/prepaidSettings'],
  ['Inspector', '/delegatedadminaccounts/enable'],
  ['GuardDuty', '/detector/{detectorId}/administrator'],
  ['Azure', '/subscriptions/{id}/connections/{name}/sharedkey'],
  ['Azure', '/subscriptions/{id}/sites/{name}/config/authsettings'],
  ['PowerDNS', '/servers/{server_id}/zones/{zone_id}/cryptokeys'],
  ['n-auth', '/servers/{serverid}/sessions/login'],
  ['Okta', '/api/v1/users/{userId}/sessions'],
  ['Clever Cloud', '/organisations/{id}/credits'],
  ['SMS Works', '/credits/balance'],
  ['EVE', '/characters/{character_id}/wallet/transactions/'],
  ['Spotify', '/me/albums'],
  ['bunq', '/user/{userID}/monetary-account/{monetary-accountID}/payment'],
  ['Microsoft Graph', '/users/{user-id}/messages'],
  ['Microsoft Graph', '/organization/{organization-id}/branding'],
  ['Kubernetes', '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/{name}'],
  ['Signer', '/signing-profiles/{profileName}/permissions'],
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
  '/movie/{movie_id}/credits',
  '/channels/{channel_id}/videos/{video_id}/credits',
  '/organizers/{organizerKey}/webinars/{webinarKey}/sessions',
  '/rooms/{room_id}/sessions/{session_id}',
  '/api/v2/TranslationKeys/{ID}',
  '/userprofiles/{profileId}/dynamicTargetingKeys',
  '/tags/{resourceArn}/tagKeys',
  '/walletobjects/v1/loyaltyClass',
  '/accounts/{accountId}/adclients/{adClientId}/adunits',
  '/series/{id}/filterKeys',
]

const wordOf = (path: string) => accountNames({ segments: path.split('/') })[0]?.name

test.each([...OF_ACCOUNTS, ...OF_MORE_ACCOUNTS])('%s %s needs the operator’s decision', (_, path) =>
  expect(wordOf(path)).toBeDefined(),
)

test.each(OF_DATA)('%s needs no decision', (path) => expect(wordOf(path)).toBeUndefined())

test('a write to an account that cannot be read is a decision, one to a collection in it is none', () => {
  const segments = ['accounts', '{id}', 'close']
  const namesAt = (more: string[], is_action: boolean) =>
    accountNames({ segments: [...segments.slice(0, 2), ...more], is_action }).map(({ name }) => name)
  expect(namesAt(['close'], true)).toEqual(['accounts'])
  expect(namesAt(['close', ''], true)).toEqual(['accounts'])
  expect(namesAt(['close'], false)).toEqual([])
  expect(namesAt(['close', '{part}'], true)).toEqual([])
  expect(namesAt(['messages'], true)).toEqual([])
})

test('every word that needs a decision is named, and a label that repeats one is not', () => {
  const names = accountNames({
    segments: ['users', '{id}', 'keys'],
    tags: ['User', 'Billing and Keys'],
    schemas: ['UserList'],
    title: 'Identity API',
  })
  expect(names).toEqual([
    { name: 'users', at: 0 },
    { name: 'keys', at: 2 },
    { name: 'tag billing and keys' },
    { name: 'title identity' },
  ])
})

test('a tag that names a collection of scopes is no question for one resource of many in a scope, and is one for all others', () => {
  const namesOf = (path: string, tag: string) => accountNames({ segments: path.split('/'), tags: [tag] })
  expect(namesOf('/accounts/{id}/creatives/{creative}', 'Accounts')).toEqual([])
  for (const path of ['/overview', '/accounts/{id}/options', '/accounts/{id}/domains', '/shops/{id}/orders/{order}'])
    expect(namesOf(path, 'Accounts'), path).toEqual([{ name: 'tag accounts' }])
  expect(namesOf('/accounts/{id}/creatives/{creative}', 'Account')).toEqual([{ name: 'tag account' }])
})

test('a scope of accounts is a question unless another way needs none; an unspecific way is no such way', () => {
  const namesOf = (...scopes: string[][]) =>
    accountNames({ segments: ['v1', 'things'], scopes }).map(({ name }) => name)
  expect(namesOf(['https://www.googleapis.com/auth/logging.admin'], ['logging.read'])).toEqual([])
  expect(namesOf(['logging.admin'], ['https://www.googleapis.com/auth/cloud-platform'])).toEqual(['scope admin'])
  expect(namesOf(['logging.admin'], [])).toEqual(['scope admin'])
  expect(namesOf(['orders.read', 'account:read'])).toEqual(['scope account'])
})

test('the name of an answer counts as a whole where its word is often a part of other names', () => {
  const namesOf = (schema: string) =>
    accountNames({ segments: ['v1', 'things'], schemas: [schema] }).map(({ name }) => name)
  expect(namesOf('GoogleAnalyticsAdminV1betaProperty')).toEqual([])
  expect(namesOf('AdminList')).toEqual(['schema admin'])
  expect(namesOf('SecretVersion')).toEqual(['schema secret'])
  expect(namesOf('PropertyKeys')).toEqual([])
})

test.each([
  ['https://www.googleapis.com/auth/cloud-platform', undefined],
  ['https://www.googleapis.com/auth/admin.directory.user', 'scope admin'],
  ['account:read', 'scope account'],
  ['User Management', 'scope user'],
  ['Loyalty and Accounts', 'scope accounts'],
  ['LoadBalancers', undefined],
])('the scope %s needs a decision for %s', (label, name) => {
  expect(accountNames({ segments: ['v1', 'things'], scopes: [[label]] })[0]?.name).toBe(name)
})

test('a document about identities needs a decision for each of its operations', () => {
  const segments = ['things']
  expect(accountNames({ segments, title: 'Identity and Access Management' })).toEqual([{ name: 'title identity' }])
  expect(accountNames({ segments, title: 'Weather for everyone' })).toEqual([])
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

test('an account itself and an act on it are questions in a document too, with or without a slash at the end', () => {
  const paths = ['/v1/accounts/{id}', '/v2/accounts/{id}/', '/v1/accounts/{id}/close', '/v1/orgs/{id}#op=leave']
  const document = `openapi: 3.0.0
paths:
  /v1/weather: { get: { responses: {} } }
${paths.map((path) => `  '${path}': { post: { parameters: [{ name: id, in: path, required: true, schema: {} }, { name: op, in: query, schema: {} }], responses: {} } }`).join('\n')}
`
  const prices = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
  const folder = writeProvider({ 'accounts.yaml': document, 'prices.yaml': prices })
  const { left_out } = openCatalogue(folder, undefined, undefined, {
    prefix: '',
    has_api_host: false,
    has_source: true,
  })
  expect(left_out.map(({ why }) => why)).toEqual(paths.map(() => 'question'))
})
