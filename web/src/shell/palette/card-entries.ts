import { isAllowed } from '@portico/contract/menu.ts'
import { type Action, may } from '@portico/contract/permissions.ts'
import type { User } from '@portico/contract/user.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import type { IconName } from '#ui/icon/icon-paths.ts'
import { SEARCH_WORDS, type Topic } from './search-words.ts'

interface Card {
  screen: MessageKey
  label: MessageKey
  to: string
  icon: IconName
  topic: Topic
  /** Something to do, for who may; a card without it can be looked at by everybody. */
  action?: Action
  /** The listed screen it belongs to, where its address is not below one. */
  within?: string
}

const access = (label: MessageKey, id: string, topic: Topic): Card => ({
  screen: 'API Access',
  label,
  to: `${paths.apiAccess}#${id}`,
  icon: 'key',
  topic,
})
const setting = (label: MessageKey, id: string, topic: Topic): Card => ({
  screen: 'Settings',
  label,
  to: `${paths.apiSettings}#${id}`,
  icon: 'settings',
  topic,
})
const own = (label: MessageKey, id: string, topic: Topic): Card => ({
  screen: 'Profile',
  label,
  to: `${paths.profile}#${id}`,
  icon: 'user',
  topic,
})

const money = (label: MessageKey, search: string, topic: Topic): Card => ({
  screen: 'Payments',
  label,
  to: `${paths.payments}${search}`,
  icon: 'card',
  topic,
})

/** Every card of the screens about the account, and what can be begun there. */
const CARDS: Card[] = [
  access('Credentials', 'credentials', 'apiPassword'),
  access('API keys', 'keys', 'apiKeys'),
  { ...access('Create an API key', 'add-key', 'apiKeys'), icon: 'plus', action: 'manage_keys' },
  access('First request', 'first-call', 'firstCall'),
  access('Test connection', 'test-connection', 'testConnection'),
  access('IP access', 'ip-access', 'ip'),
  access('Logins and team', 'team', 'team'),
  { ...access('Invite', 'invite', 'invite'), icon: 'users', action: 'manage_team' },
  { ...access('Add a machine login', 'add-login', 'machineLogin'), icon: 'plus', action: 'manage_logins' },
  access('Agent logins', 'agents', 'agents'),
  { ...access('Create an agent login', 'add-agent', 'agents'), icon: 'plus', action: 'manage_agents' },
  { ...access('Single sign-on', 'sso', 'sso'), action: 'manage_sso' },
  access('Second factor', 'second-factor', 'teamFactor'),
  access('Activity', 'activity', 'activity'),
  { ...setting('Daily limit', '', 'limit'), to: paths.apiSettingsLimits },
  setting('Monthly budgets', 'budgets', 'limit'),
  setting('Why is today’s cost different?', 'cost-today', 'whyCost'),
  setting('What would last month have cost as queued tasks?', 'cost-as-tasks', 'whyCost'),
  setting('Request limits', 'request-limits', 'requestLimits'),
  setting('Duplicate tasks', 'duplicates', 'duplicates'),
  setting('Webhook delay', 'webhook-delay', 'webhook'),
  setting('Stored responses', 'answers', 'answers'),
  setting('Alerts', 'alerts', 'alert'),
  { ...setting('Alerts in Slack and Teams', 'alert-channels', 'alert'), action: 'manage_alerts' },
  { ...setting('Alerts by webhook', 'alert-webhook', 'alert'), action: 'manage_alerts' },
  own('Your details', 'you', 'profile'),
  own('Password', 'password', 'password'),
  own('Two-factor authentication', 'two-factor', 'twoFactor'),
  own('Passkeys', 'passkeys', 'passkeys'),
  own('Sign-in methods', 'sign-ins', 'signIns'),
  own('Sessions and devices', 'sessions', 'sessions'),
  own('E-mail preferences', 'preferences', 'preferences'),
  own('Activity', 'activity', 'activity'),
  own('Your data', 'your-data', 'yourData'),
  { ...own('Close the account', 'close-account', 'closeAccount'), action: 'close_account' },
  { ...money('Add funds', '', 'addFunds'), to: paths.addFunds, icon: 'plus' },
  money('Auto-recharge', '#auto-recharge', 'recharge'),
  money('Balance history', '?tab=history', 'balanceHistory'),
  money('Payment methods', '?tab=methods', 'methods'),
  money('Billing details', '?tab=billing', 'billing'),
  money('Invoices and other documents', '?tab=billing#documents', 'invoices'),
  money('Monthly statement by e-mail', '?tab=billing#statements', 'statements'),
  money('Promo code', '?tab=promo', 'promo'),
  {
    screen: 'Profile',
    label: 'Security log',
    to: paths.securityLog,
    within: paths.profile,
    icon: 'clock',
    topic: 'activity',
    action: 'see_security_log',
  },
  { screen: 'Errors', label: 'Code reference', to: `${paths.apiErrors}?tab=codes`, icon: 'alert', topic: 'codes' },
  {
    screen: 'Errors',
    label: 'Webhooks',
    to: `${paths.apiErrors}?tab=webhooks`,
    icon: 'alert',
    topic: 'failedWebhooks',
  },
  {
    screen: 'Usage',
    label: 'Live tasks',
    to: `${paths.apiDetailOf.replace(':api', 'unified-overview')}?live=on`,
    icon: 'chart',
    topic: 'live',
  },
  {
    screen: 'Usage',
    label: 'Export CSV',
    to: paths.apiDetailOf.replace(':api', 'unified-overview'),
    icon: 'download',
    topic: 'exportUsage',
  },
  {
    screen: 'Dashboard',
    label: 'Service status',
    to: `${paths.apiDashboard}#service-status`,
    icon: 'dashboard',
    topic: 'status',
  },
]

/** The cards of a session by single sign-on: all others of the profile are not the team's, and are not on its page. */
const OF_SSO = `${paths.profile}#you`

export function cardEntries(user: Pick<User, 'modules' | 'role' | 'by_sso'>, t: (key: MessageKey) => string) {
  return CARDS.filter(({ to, within = to, action }) => {
    const [path = ''] = within.split(/[?#]/)
    if (user.by_sso && path === paths.profile && to !== OF_SSO) return false
    return isAllowed(path, user.modules) && (!action || may(user.role, action))
  }).map(({ screen, label, to, icon, topic }) => ({
    id: to,
    label: `${t(screen)} › ${t(label)}`,
    words: SEARCH_WORDS[topic],
    to,
    icon,
  }))
}
