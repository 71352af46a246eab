import { randomUUID } from 'node:crypto'
import { TEST_PASSWORD } from './browser.ts'
import { KEY_BOUNDS } from './gateway/api-key.ts'

/** A person and the account they work on: the values that the input of a call may name. */
export interface Target {
  login: string
  machine: string
  session: string
  delivery: number
  call: string
  error: string
  webhook: string
  order: string
  checkout: string
  document: string
  purchase: string
  /** A finished archive of their data. */
  archive: string
  /** Created for each call, as a call may use them up. */
  member(): Promise<number>
  invitation(): Promise<number>
  method(): Promise<string>
  /** Made by the owner of the account. */
  agent(): Promise<number>
  budget(): Promise<number>
  channel(): Promise<number>
  /** A message to one of its channels that was given up. */
  missed(): Promise<number>
  key(): Promise<number>
}

type Make = (of: Target) => Record<string, unknown> | Promise<Record<string, unknown>>

let count = 0
/** A name that was not used before. */
export const fresh = (word: string) => {
  count += 1
  return `${word}-${count}`
}
/** An address of none of the actors, for public calls about an address. */
export const BYSTANDER = 'passer-by@example.com'
/** A person invited by every account. */
export const WANTED = 'wanted@example.com'
export const STAFF = 'samuel@example.com'

const WEEK = { from: '2026-02-24', to: '2026-03-02' }
const LOOK_UP = 'GET /v3/serp/google/languages'
const empty: Make = () => ({})
const week: Make = ({ login }) => ({ ...WEEK, login })
const by = 'the matrix'
const reason = 'the matrix asks'
const KEY = { id: 'none', rawId: 'none', type: 'public-key' } as const
const ASSERTION = { ...KEY, response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA' } }
const REGISTRATION = { ...KEY, response: { clientDataJSON: 'e30', attestationObject: 'oA' } }
const PREFERENCES = { news: 0, offers: 1, reports: 0, triggers: 1 }

/** A right input for every endpoint, and one that changes what it is about, so that a refusal depends on the caller and never on the input. */
export const INPUTS: Record<string, Make> = {
  'auth.authenticate': () => ({ email: BYSTANDER, password: TEST_PASSWORD, captcha: '' }),
  'auth.register': () => ({
    email: `${fresh('new')}@example.com`,
    password: TEST_PASSWORD,
    privacy: true,
    captcha: '',
  }),
  'auth.signout': empty,
  'auth.reauthenticate': () => ({ password: TEST_PASSWORD }),
  'auth.challenge': () => ({ action: 'signin' }),
  'auth.checkActivation': () => ({ user_id: 'nobody' }),
  'auth.activateAccount': () => ({ user_id: 'nobody', token: 'none', captcha: '' }),
  'auth.rejectActivation': empty,
  'auth.resendActivation': () => ({ email: `${fresh('asks')}@example.com`, captcha: '' }),
  'auth.sendForgotPasswordEmail': () => ({ email: `${fresh('asks')}@example.com`, captcha: '' }),
  'auth.sendResetPasswordCheckRequest': () => ({ id: 'nobody', token: 'none' }),
  'auth.sendResetPasswordRequest': () => ({
    id: 'nobody',
    token: 'none',
    password: TEST_PASSWORD,
    pass_confirm: TEST_PASSWORD,
  }),
  'auth.sendCheckUnsubscribeDataRequest': () => ({ email: BYSTANDER, hash: 'none' }),
  'auth.sendUnsubscribeRequest': () => ({ email: BYSTANDER, hash: 'none', ...PREFERENCES }),
  'auth.checkLink': () => ({ kind: 'token' }),
  'auth.loginToken': () => ({ token: 'none' }),
  'auth.loginOnetime': () => ({ uid: 'nobody', onetime_pass: 'none' }),
  'auth.secondFactor': () => ({ code: '000000' }),
  'auth.confirmFactor': () => ({ code: '000000' }),
  'auth.loginOnetimeAdmin': () => ({ uid: 'nobody', onetime_pass: 'none' }),
  'auth.endImpersonation': empty,
  'emailRestore.checkEmailRestore': empty,
  'emailRestore.restoreEmail': empty,
  'passkeySignIn.passkeyChallenge': empty,
  'passkeySignIn.signInByPasskey': () => ({ response: ASSERTION }),
  'passkeySignIn.reauthenticateByPasskey': () => ({ response: ASSERTION }),
  'staffPasskeys.listStaffPasskeys': empty,
  'staffPasskeys.beginStaffPasskey': empty,
  'staffPasskeys.addStaffPasskey': () => ({ name: 'Key', response: REGISTRATION }),
  'staffPasskeys.removeStaffPasskey': () => ({ id: 'none' }),
  'staffPasskeys.confirmByPasskey': () => ({ response: ASSERTION }),
  'auth.goToThirdParty': () => ({ provider: 'google' }),
  'auth.loginByThirdParty': () => ({ provider: 'google', code: 'none', state: 'none' }),

  'users.getUserData': empty,
  'users.getUpdatedUserObject': empty,
  'users.setActiveApiUser': ({ login }) => ({ login }),
  'users.setConsentData': () => ({ consent: '{"categories":[]}' }),
  'users.setLanguage': () => ({ language: 'de' }),
  'users.setTheme': () => ({ theme_view: 'dark' }),

  'profile.getProfile': empty,
  'profile.saveProfile': () => ({
    name: 'Other',
    phone: '',
    language: 'fr',
    theme_view: 'dark',
    time_zone: 'Asia/Tokyo',
  }),
  'profile.changePassword': () => ({
    current_password: TEST_PASSWORD,
    password: 'a long and quiet river',
    pass_confirm: 'a long and quiet river',
  }),
  'profile.savePreferences': () => PREFERENCES,
  'profile.endSession': ({ session }) => ({ public_id: session }),
  'profile.endOtherSessions': empty,
  'profile.mailPasswordLink': empty,
  'profile.unlinkIdentity': () => ({ provider: 'google' }),
  'profile.beginFactor': empty,
  'profile.turnOnFactor': () => ({ code: '000000' }),
  'profile.turnOffFactor': () => ({ code: '000000' }),
  'profile.renewRecoveryCodes': () => ({ code: '000000' }),
  'profile.requestEmailChange': () => ({ email: 'moved@example.com' }),
  'profile.beginPasskey': empty,
  'profile.addPasskey': () => ({ name: 'Key', response: REGISTRATION }),
  'profile.removePasskey': () => ({ id: 'none' }),
  'profile.confirmEmailChange': () => ({ old_code: '000000', new_code: '000000' }),

  'closing.getClosing': empty,
  // The address is not that of the account, so that an allowed caller closes nothing.
  'closing.closeAccount': () => ({ reason: 'other', note: '', email: BYSTANDER }),
  'closing.keepAccount': empty,

  'dataExport.getExport': empty,
  'dataExport.prepareExport': empty,
  'dataExport.file': ({ archive }) => ({ id: archive }),

  'team.getTeam': empty,
  'team.invite': () => ({ email: WANTED, role: 'viewer', cap_micros: 0 }),
  'team.resendInvitation': async (of) => ({ id: await of.invitation() }),
  'team.revokeInvitation': async (of) => ({ id: await of.invitation() }),
  'team.changeRole': async (of) => ({ user_id: await of.member(), role: 'finance' }),
  'team.changeCap': async (of) => ({ user_id: await of.member(), cap_micros: 1 }),
  'team.transferOwnership': async (of) => ({ user_id: await of.member() }),
  'team.requireFactor': () => ({ is_required: false }),
  'team.leaveTeam': empty,
  'team.removeMember': async (of) => ({ user_id: await of.member() }),
  'joinTeam.checkInvitation': () => ({ parent_id: 1001, parent_token: 'none' }),
  'joinTeam.acceptInvitation': () => ({ parent_id: 1001, parent_token: 'none' }),

  'sso.getSso': empty,
  'sso.saveSso': () => ({
    issuer: 'https://127.0.0.1',
    client_id: 'matrix',
    client_secret: 'matrix',
    group_claim: '',
    group_roles: [],
    default_role: 'viewer',
    cap_micros: null,
  }),
  'sso.switchSso': () => ({ is_on: true, is_required: true }),
  'sso.removeSso': empty,
  'sso.addSsoDomain': () => ({ domain: `${fresh('added')}.test` }),
  'sso.proveSsoDomain': () => ({ domain: `${fresh('unknown')}.test` }),
  'sso.mailSsoDomain': () => ({ domain: `${fresh('unknown')}.test`, mailbox: 'postmaster' }),
  'sso.removeSsoDomain': () => ({ domain: `${fresh('unknown')}.test` }),
  'sso.testSso': empty,
  'ssoSignIn.beginSso': () => ({ email: BYSTANDER }),
  'ssoSignIn.confirmBySso': empty,
  'ssoSignIn.finishSso': empty,
  'ssoSignIn.connectSso': () => ({ password: TEST_PASSWORD }),
  'ssoSignIn.checkSsoDomain': empty,
  'ssoSignIn.confirmSsoDomain': empty,

  'agents.getAgents': empty,
  'agents.addAgent': () => ({
    name: fresh('agent'),
    is_live: true,
    functions: null,
    total_micros: 1,
    day_micros: 1,
    days: 1,
  }),
  'agents.revokeAgent': async (of) => ({ id: await of.agent() }),

  'apiKeys.getKeys': empty,
  'apiKeys.addKey': () => ({ ...KEY_BOUNDS, name: fresh('key'), is_live: true, days: 30 }),
  'apiKeys.changeKey': async (of) => ({ ...KEY_BOUNDS, name: fresh('key'), id: await of.key() }),
  'apiKeys.rotateKey': async (of) => ({ id: await of.key(), overlap_min: 60 }),
  'apiKeys.revokeKey': async (of) => ({ id: await of.key() }),

  'access.getAccessInfo': empty,
  'access.getApiUserCredits': empty,
  'access.getLimitsInfo': empty,
  'access.getCredentials': empty,
  'access.showPassword': empty,
  'access.regeneratePassword': () => ({ overlap_min: 0 }),
  'users.emailCredentials': empty,
  'access.getIpAccess': empty,
  'access.saveIpAccess': () => ({ rules: [{ cidr: '203.0.113.0/24', label: '' }], check: false }),
  'access.getLogins': empty,
  'access.addMachineLogin': () => ({ name: fresh('etl') }),
  'access.setLoginOff': ({ machine }) => ({ login: machine, off: true }),
  'access.getMoneyLogins': empty,
  'access.moveMoney': ({ login, machine }) => ({
    from: login,
    to: machine,
    amount_micros: 1,
    request_id: randomUUID(),
  }),
  'access.getAccessActivity': empty,
  'access.activityExport': empty,
  'securityLog.getSecurityLog': empty,
  'securityLog.export': empty,

  'catalogue.list': empty,
  'catalogue.get': () => ({ id: 'serp/google/organic' }),
  'search.find': ({ order, document }) => ({ text: `${order} ${document}` }),

  'settings.getSettings': empty,
  'settings.saveSpendLimit': () => ({ scope: '', limit_micros: 1_000_000_000 }),
  'settings.saveDuplicates': () => ({ hour: 10, day: 20 }),
  'settings.saveWebhookDelay': () => ({ webhook_delay_ms: 100 }),
  'settings.saveAnswers': () => ({ failed: true, share: 5, days: 7, max_kb: 64 }),
  'settings.saveAlerts': () => ({
    balance_below_micros: 1_000_000,
    days_left_below: null,
    limit_percents: [80],
    error_rate_above: null,
  }),

  'alerting.getAlertWebhook': empty,
  'alerting.saveAlertWebhook': () => ({ url: 'https://hooks.example.com/alerts' }),
  'alerting.rotateAlertSecret': empty,
  'alerting.sendTestAlert': empty,
  'alerting.replayAlert': ({ delivery }) => ({ id: delivery }),

  'alertChannels.getChannels': empty,
  'alertChannels.addChannel': async (of) => {
    await of.channel()
    return { app: 'slack', name: fresh('channel'), url: 'https://hooks.slack.com/services/T0/B0/x' }
  },
  'alertChannels.removeChannel': async (of) => ({ id: await of.channel() }),
  'alertChannels.testChannel': async (of) => ({ id: await of.channel() }),
  'alertChannels.retryDelivery': async (of) => ({ id: await of.missed() }),

  'budgets.getBudgets': empty,
  'budgets.saveBudget': () => ({ login: null, tag: fresh('tag'), soft_micros: 1_000_000, hard_micros: null }),
  'budgets.removeBudget': async (of) => ({ id: await of.budget() }),
  'budgets.explainToday': empty,
  'budgets.costAsTasks': empty,

  'inboxCount.getUnread': empty,
  'inbox.getInbox': empty,
  'inbox.markRead': () => ({ id: 1, all_before: true }),

  'gateway.testConnection': empty,

  'playground.runInSandbox': () => ({ method_id: LOOK_UP, task: '{}' }),
  'playground.runLive': () => ({ method_id: LOOK_UP, task: '{}', max_micros: 0, key: fresh('matrix-run') }),
  'playground.checkRun': () => ({ method_id: LOOK_UP, task: '{}', mode: 'live' }),
  'playground.fetchTask': () => ({ method_id: LOOK_UP, task_id: 'none', mode: 'sandbox' }),
  'playground.getSetup': empty,
  'playground.lookUp': () => ({ method_id: LOOK_UP }),
  'playground.getHistory': empty,
  'playground.getResult': () => ({ id: '1000000' }),
  'playground.getSaved': empty,
  'playground.saveRequest': () => ({ method_id: LOOK_UP, task: '{}', name: 'One', folder: '', is_shared: true }),
  'playground.changeSaved': () => ({ id: 1_000_000, name: 'One', folder: '', is_shared: true }),
  'playground.removeSaved': () => ({ id: 1_000_000 }),

  'subscriptions.getActive': empty,
  'subscriptions.getSubscriptions': empty,
  'subscriptions.getCalculator': () => ({ product: 'backlinks' }),
  'subscriptions.activate': () => ({
    id: randomUUID(),
    product: 'backlinks',
    price_micros: 10_000,
    tax_micros: 0,
    how: 'checkout',
  }),
  'subscriptions.cancel': () => ({ product: 'backlinks' }),
  'subscriptions.resume': () => ({ product: 'backlinks' }),
  'recharge.getActive': empty,
  'recharge.getRecharge': empty,
  'recharge.saveRecharge': async ({ method }) => ({
    threshold_micros: 0,
    amount_micros: 50_000_000,
    method_id: await method(),
    month_max_micros: null,
  }),
  'recharge.turnOff': empty,

  'payments.getSetup': empty,
  'payments.quote': () => ({ amount_micros: '50000000' }),
  'payments.createOrder': () => ({ id: randomUUID(), amount_micros: 50_000_000, tax_micros: 0, how: 'checkout' }),
  'payments.getOrder': ({ order }) => ({ id: order }),
  'payments.cancelOrder': ({ order }) => ({ id: order }),
  'payments.listOrders': empty,
  'payments.getMethods': empty,
  'payments.addMethod': empty,
  'payments.setDefaultMethod': async ({ method }) => ({ id: await method() }),
  'payments.setBackupMethod': async ({ method }) => ({ id: await method() }),
  'payments.removeMethod': async ({ method }) => ({ id: await method() }),

  'billing.getDetails': empty,
  'billing.saveDetails': () => ({
    kind: 'company',
    name: fresh('Company'),
    line1: '1 Main Street',
    line2: '',
    postal_code: '10001',
    city: 'New York',
    // Outside of the EU there is no tax, so that orders of the matrix cost their net price.
    country: 'US',
    vat_id: '',
    invoice_emails: '',
    po_number: '',
  }),
  'billing.setStatements': () => ({ is_on: true }),
  'billing.listDocuments': empty,
  'billing.getHistory': () => WEEK,
  'billing.document': ({ document }) => ({ id: document }),
  'billing.eInvoice': ({ document }) => ({ id: document, format: 'xrechnung' }),
  'billing.documents': () => WEEK,
  'billing.history': () => ({ ...WEEK, format: 'csv' }),
  'billing.focus': () => WEEK,

  'testProcessor.getCheckout': ({ checkout }) => ({ checkout }),
  'testProcessor.decide': ({ checkout }) => ({ checkout, outcome: 'approve' }),

  'usage.getUsageChoices': empty,
  'usage.getUsageSummary': week,
  'usage.getUsageSeries': ({ login }) => ({ ...WEEK, login, grain: 'day' }),
  'usage.getUsageTasks': week,
  'usage.getUsageTask': ({ call }) => ({ id: call }),
  'usage.getUsageAnswer': ({ call }) => ({ id: call }),
  'usage.getUsageOverview': week,
  'usageViews.getUsageViews': empty,
  'usageViews.saveUsageView': () => ({ name: fresh('view'), path: '/api-detail', search: '' }),
  'usageViews.removeUsageView': () => ({ name: 'nothing' }),
  'usage.export': ({ login }) => ({ ...WEEK, login, format: 'csv' }),

  'errors.getErrorChoices': week,
  'errors.getErrorGroups': week,
  'errors.getErrorHistogram': week,
  'errors.getErrorRows': week,
  'errors.getError': ({ error }) => ({ id: error }),
  'errors.getErrorAnswer': ({ error }) => ({ id: error }),
  'errors.resendWebhooks': ({ webhook }) => ({ ids: [webhook] }),
  'errors.export': week,

  'dashboard.getStates': empty,
  'dashboard.getBalance': ({ login }) => ({ login }),
  'dashboard.getToday': ({ login }) => ({ login }),
  'dashboard.getMonth': ({ login }) => ({ login }),
  'dashboard.getSpendByDay': week,
  'dashboard.getTopFunctions': week,
  'dashboard.getServiceStatus': empty,
  'dashboard.getSubscriptions': empty,
  'dashboard.getStart': empty,
  'dashboard.dismissStart': empty,

  'promo.getUses': empty,
  'promo.redeem': () => ({ code: 'NO-SUCH-CODE' }),
  'databases.listDatabases': empty,
  'databases.getDatabase': () => ({ id: 'keywords' }),
  'databases.getSample': () => ({ id: 'keywords', location: 'DE' }),
  'databases.sampleFile': () => ({ id: 'keywords', location: 'DE', format: 'csv' }),
  'databases.getFunds': empty,
  'databases.buy': () => ({
    id: randomUUID(),
    database_id: 'technologies',
    version: '2026-10',
    amount_micros: 2_500_000,
    locations: ['PL'],
    format: 'csv',
    with_updates: false,
  }),
  'databaseCards.payByCard': () => ({
    id: randomUUID(),
    database_id: 'technologies',
    version: '2026-10',
    amount_micros: 2_510_000,
    locations: ['PL'],
    format: 'csv',
    with_updates: false,
    order_id: randomUUID(),
    pay_micros: 50_000_000,
    tax_micros: 0,
    how: 'checkout',
  }),
  'databases.getPurchases': empty,
  'databases.issueLinks': ({ purchase }) => ({ id: purchase }),
  'databases.receipt': ({ purchase }) => ({ id: purchase }),

  'live.getLive': () => ({ tail: 'api' }),
  'live.stream': () => ({ tail: 'api' }),
  'live.staffStream': empty,

  'updates.getUpdates': empty,
  'updates.markUpdatesRead': () => ({ ids: [] }),
  'whitelabel.getWlHelpRedirectUrl': empty,
  'community.integritySso': empty,
  'scripts.claimSignUp': empty,
  'booting.boot': empty,

  'operator.loadedCatalogue': empty,
  'operator.listUploads': empty,
  'operator.showUpload': () => ({ id: 999_999 }),
  'operator.uploadFile': () => ({ file: 'x.txt', text: 'x', reason, by }),
  'operator.tryUpload': () => ({ id: 999_999, operation: 'GET /x', task: '{}', by }),
  'operator.activateUpload': () => ({ id: 999_999, reason, by }),
  'operator.listFunctions': empty,
  'operator.showFunction': () => ({ id: 'serp/google/organic' }),
  'operator.showUser': () => ({ who: BYSTANDER }),
  'operator.addStaff': () => ({ email: `${fresh('staff')}@example.com`, by }),
  'operator.listStaff': empty,
  'operator.setStaffRole': () => ({ email: BYSTANDER, role: 'support', reason, by }),
  'operator.consoleMe': empty,
  'operator.findCustomers': () => ({ q: BYSTANDER }),
  'operator.today': empty,
  'operator.findRequest': () => ({ id: '019aa000-0000-7000-8000-000000000000' }),
  'operator.customer': () => ({ id: '2000000000' }),
  'operator.customerSpend': () => ({ id: '2000000000', from: '2026-11-01', to: '2026-11-02' }),
  'operator.customerPayments': () => ({ id: '2000000000' }),
  'operator.customerTimeline': () => ({ id: '2000000000' }),
  'operator.customerErrors': () => ({ id: '2000000000', from: '2026-11-01', to: '2026-11-02' }),
  'operator.customerMails': () => ({ id: '2000000000' }),
  'operator.listColleagues': empty,
  'operator.addCustomerNote': () => ({ id: 2_000_000_000, reason, by }),
  'operator.listApprovals': empty,
  'operator.decideApproval': () => ({ id: '00000000-0000-4000-8000-000000000000', is_approved: true, reason, by }),
  'operator.removeStaff': () => ({ email: BYSTANDER, by }),
  'operator.renewStaffFactor': () => ({ email: BYSTANDER, by }),
  'operator.resetFactor': () => ({ email: BYSTANDER, reason, by }),
  'operator.endUserSessions': () => ({ email: BYSTANDER, reason, by }),
  'operator.verifyAudit': empty,
  'operator.updateIncident': () => ({ id: 'scene', state: 'investigating', by }),
  'operator.listIncidents': empty,
  'operator.removeIncident': () => ({ id: 'scene', by }),
  'operator.addToken': () => ({ name: fresh('token'), scopes: ['see_service'], reason, by }),
  'operator.listTokens': empty,
  'operator.revokeToken': () => ({ name: 'no-such-token', reason, by }),
  'operator.openApi': empty,
  'operator.exportAudit': () => ({ email: BYSTANDER }),
  'operator.listMails': empty,
  'operator.previewMail': () => ({ template: 'reset' }),
  'operator.sendTestMail': () => ({ template: 'reset', by }),
  'operator.listScripts': empty,
  'operator.addWebhook': () => ({
    name: fresh('webhook'),
    url: 'https://crm.example/in',
    events: ['customer.created'],
    reason,
    by,
  }),
  'operator.setWebhook': () => ({ name: 'no-such-webhook', is_paused: true, reason, by }),
  'operator.rotateWebhookSecret': () => ({ name: 'no-such-webhook', reason, by }),
  'operator.removeWebhook': () => ({ name: 'no-such-webhook', reason, by }),
  'operator.testWebhook': () => ({ name: 'no-such-webhook', reason, by }),
  'operator.replayDelivery': () => ({ id: 2_000_000_000, reason, by }),
  'operator.listWebhooks': empty,
  'operator.listDeliveries': () => ({ name: 'no-such-webhook' }),
  'operator.listAudit': () => ({ email: BYSTANDER, limit: '5' }),
  'operator.revenue': () => ({ ...WEEK, by: 'api' }),
  'operator.revenueFile': () => ({ ...WEEK, by: 'country' }),
  'operator.liabilities': empty,
  'operator.listReversals': () => ({ kind: 'refund', limit: '5' }),
  'operator.listAllDocuments': () => ({ kind: 'invoice', limit: '5' }),
  'operator.documentNumbers': () => ({ year: '2026' }),
  'operator.taxReport': () => WEEK,
  'operator.taxFile': () => WEEK,
  'operator.listMonths': empty,
  'operator.closeMonth': () => ({ month: '2001-01', reason, by }),
  'operator.monthFile': () => ({ month: '2001-01' }),
  'operator.queues': empty,
  'operator.queueItems': () => ({ queue: 'mail' }),
  'operator.retryQueued': () => ({ queue: 'mail', ids: ['1'], by }),
  'operator.dropQueued': () => ({ queue: 'exports', ids: ['00000000-0000-4000-8000-000000000000'], by }),
  'operator.reportBounce': () => ({ to: 'nobody@example.com', reason: 'no such user', by }),
  'operator.service': empty,
  'operator.serviceApi': () => ({ api: 'serp' }),
  'operator.instances': empty,
  'operator.previewIncident': () => ({ id: 'scene', state: 'resolved', impact: 'none', apis: '' }),
  'operator.previewNotice': () => ({ starts_at: '2026-04-01T00:00:00Z', ends_at: '2026-04-01T01:00:00Z' }),
  'operator.listUsers': () => ({ search: BYSTANDER, limit: '5' }),
  'operator.disableUser': () => ({ email: `${fresh('nobody')}@example.com`, reason, by }),
  'operator.closeUser': () => ({ email: `${fresh('nobody')}@example.com`, reason, by }),
  'operator.keepUser': () => ({ email: `${fresh('nobody')}@example.com`, reason, by }),
  'operator.enableUser': () => ({ email: BYSTANDER, reason, by }),
  'operator.confirmUser': () => ({ email: BYSTANDER, reason, by }),
  'operator.unconfirm': () => ({ email: BYSTANDER, reason, by }),
  'operator.grant': () => ({ email: BYSTANDER, feature: 'reviews', by }),
  'operator.revoke': () => ({ email: BYSTANDER, feature: 'reviews', by }),
  'operator.credit': () => ({ login: BYSTANDER, amount_micros: 1, reason, by, request_id: randomUUID() }),
  'operator.setLogin': () => ({ login: BYSTANDER, per_minute: 10, reason, by }),
  'operator.impersonate': () => ({ staff: STAFF, user: BYSTANDER, reason, by }),
  'operator.onetime': () => ({ user: BYSTANDER, kind: 'onetime', mail: false, by }),
  'operator.setWhitelabel': () => ({ host: 'brand.example.com', brand: { title: 'Brand' }, by }),
  'operator.listWhitelabels': empty,
  'operator.removeWhitelabel': () => ({ host: 'other.example.com', by }),
  'operator.addNotice': () => ({
    id: fresh('notice'),
    starts_at: '2026-04-01T00:00:00Z',
    ends_at: '2026-04-01T01:00:00Z',
    text: null,
    by,
  }),
  'operator.publishDatabase': () => ({ folder: '/nowhere', by }),
  'operator.listNotices': empty,
  'operator.removeNotice': () => ({ id: 'none', by }),
  'operator.addPromo': () => ({ code: fresh('PROMO'), amount_micros: 1_000_000, by }),
  'operator.listPromos': empty,
  'operator.endPromo': () => ({ code: 'NO-SUCH-CODE', by }),
  'operator.listPayments': () => ({ limit: '10' }),
  'operator.showPayment': () => ({ reference: 'PAY-NONE' }),
  'operator.refundCall': () => ({ call: '03021000-0000-0000-0000-000000000000', reason, by }),
  'operator.refundPayment': () => ({ reference: 'PAY-NONE', reason, by }),
  'operator.confirmWire': () => ({ reference: 'PAY-NONE', amount_micros: 6_000_000_000, reason, by }),
  'operator.disputeTestPayment': () => ({ reference: 'PAY-NONE', outcome: 'open', by }),
  'operator.reconcilePayments': () => ({ by }),
  'operator.paymentFindings': () => ({}),
  'operator.checkPrices': () => ({ book: 'version: x', file: 'prices.yaml' }),
  'operator.applyPrices': () => ({ book: 'version: x', file: 'prices.yaml', is_announced: false, by }),
  'operator.listPrices': empty,
  'operator.priceBook': empty,
  'operator.priceEffect': () => ({ book: 'version: x', file: 'prices.yaml' }),
  'operator.withdrawPrices': () => ({ version: 'none', by }),
  'operator.endOwnPrices': () => ({ email: 'nobody@example.com', by }),
  'operator.startBooks': empty,
  'operator.books': empty,
  'operator.status': empty,
}
