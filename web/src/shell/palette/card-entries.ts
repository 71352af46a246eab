import { isAllowed } from '@portico/contract/menu.ts'
import { type Action, may } from '@portico/contract/permissions.ts'
import type { User } from '@portico/contract/user.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import type { IconName } from '#ui/show/icon-paths.ts'
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

/** Every card of the screens about the account, and what can be begun there. */
const CARDS: Card[] = [
  access('Credentials', 'credentials', 'apiPassword'),
  access('First request', 'first-call', 'firstCall'),
  access('Test connection', 'test-connection', 'testConnection'),
  access('IP access', 'ip-access', 'ip'),
  access('Logins and team', 'team', 'team'),
  { ...access('Invite', 'invite', 'invite'), icon: 'users', action: 'manage_team' },
  { ...access('Add a machine login', 'add-login', 'machineLogin'), icon: 'plus', action: 'manage_logins' },
  access('Activity', 'activity', 'activity'),
  { ...setting('Daily limit', '', 'limit'), to: paths.apiSettingsLimits },
  setting('Monthly budgets', 'budgets', 'limit'),
  setting('Request limits', 'request-limits', 'requestLimits'),
  setting('Duplicate tasks', 'duplicates', 'duplicates'),
  setting('Webhook delay', 'webhook-delay', 'webhook'),
  setting('Alerts', 'alerts', 'alert'),
  { ...setting('Alerts in Slack and Teams', 'alert-channels', 'alert'), action: 'manage_alerts' },
  { ...setting('Alerts by webhook', 'alert-webhook', 'alert'), action: 'manage_alerts' },
  own('Your details', 'you', 'profile'),
  own('Password', 'password', 'password'),
  own('Sign-in methods', 'sign-ins', 'signIns'),
  own('Sessions and devices', 'sessions', 'sessions'),
  own('E-mail preferences', 'preferences', 'preferences'),
  own('Activity', 'activity', 'activity'),
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
]

export function cardEntries(user: Pick<User, 'modules' | 'role'>, t: (key: MessageKey) => string) {
  return CARDS.filter(({ to, within = to, action }) => {
    const [path = ''] = within.split(/[?#]/)
    return isAllowed(path, user.modules) && (!action || may(user.role, action))
  }).map(({ screen, label, to, icon, topic }) => ({
    id: to,
    label: `${t(screen)} › ${t(label)}`,
    words: SEARCH_WORDS[topic],
    to,
    icon,
  }))
}
