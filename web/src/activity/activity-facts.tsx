import type { Fact, FactField } from '@portico/contract/activity.ts'
import { ALERT_LABELS, ALERT_PERCENTS } from '@portico/contract/alert-kinds.ts'
import type { ApiKey } from '@portico/contract/api-keys.ts'
import { LANGUAGE_NAMES, languageOfField } from '@portico/contract/language.ts'
import type { ProfileText } from '@portico/contract/profile.ts'
import { ROLE_NAMES, ROLES } from '@portico/contract/role.ts'
import { type MessageKey, type Translator, useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import styles from './activity-facts.module.css'

const LABELS: Record<FactField, MessageKey> = {
  login: 'API login',
  agent: 'Agent login',
  key: 'API key',
  email: 'E-mail',
  by: 'Sign-in method',
  member: 'Member',
  role: 'Role',
  cap_micros: 'Daily limit',
  total_micros: 'Total limit',
  product: 'Subscription',
  amount_micros: 'Amount',
  threshold_micros: 'Balance below',
  month_max_micros: 'Monthly ceiling',
  promo_code: 'Promo code',
  percent: 'Share of the next payment',
  database: 'Database',
  version: 'Version',
  reference: 'Order number',
  from: 'From',
  to: 'To',
  scope: 'Function',
  limit_micros: 'Daily limit',
  tag: 'Tag',
  soft_micros: 'Notify at',
  hard_micros: 'Stop at',
  duplicates_hour: 'Identical tasks per hour',
  duplicates_day: 'Identical tasks per day',
  webhook_delay_ms: 'Webhook delay',
  ...ALERT_LABELS,
  added: 'Added',
  removed: 'Removed',
  overlap_min: 'Minutes the old one stays valid',
  host: 'Webhook address',
  count: 'Number',
  ended: 'Number',
  provider: 'Sign-in methods',
  feature: 'Feature',
  channel: 'Channel',
  fields: 'Changed',
  language: 'Language',
  theme_view: 'Theme',
  time_zone: 'Time zone',
  news: 'News',
  offers: 'Offers',
  reports: 'Reports',
  triggers: 'Alerts',
}
type KeyField = keyof Pick<ApiKey, 'is_read_only' | 'functions' | 'addresses' | 'per_minute' | 'expires_at'>
const SWITCHES: FactField[] = ['news', 'offers', 'reports', 'triggers']
const PERCENTS: FactField[] = ['percent', ...ALERT_PERCENTS]
const THEMES: Record<string, MessageKey> = { light: 'Light', dark: 'Dark', system: 'System theme' }
const WAYS: Record<string, MessageKey> = {
  passkey: 'Passkey',
  'second factor': 'Second factor',
  link: 'E-mail link',
  code: 'Code',
}
const FIELDS: Record<'name' | ProfileText | KeyField, MessageKey> = {
  name: 'Your name',
  phone: 'Phone',
  is_read_only: 'Read-only',
  functions: 'Allowed APIs and functions',
  addresses: 'Addresses',
  per_minute: 'Requests per minute',
  expires_at: 'Expires',
}

/** The subject of a log entry, and the old and new value of a change. */
export function ActivityFacts({ facts }: { facts: Fact[] }) {
  const translator = useI18n()
  const { short } = useMoney()
  if (facts.length === 0) return null
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact.field}>
          {translator.t(LABELS[fact.field])}:{' '}
          {fact.before !== undefined && `${valueText(fact.field, fact.before, translator, short)} → `}
          {valueText(fact.field, fact.after, translator, short)}
        </li>
      ))}
    </ul>
  )
}

/** Written as on the screens themselves. */
export function valueText(
  field: FactField,
  value: Fact['after'],
  { t }: Pick<Translator, 't'>,
  money: (micros: number) => string,
): string {
  if (value === null || value === '') return t('none')
  if (SWITCHES.includes(field)) return value === 1 ? t('On') : t('Off')
  if (typeof value === 'number' && field.endsWith('_micros')) return money(value)
  if (field === 'webhook_delay_ms') return `${value} ms`
  if (PERCENTS.includes(field)) return `${value} %`
  const role = field === 'role' && ROLES.find((known) => known === value)
  if (role) return t(ROLE_NAMES[role])
  if (field === 'language') return LANGUAGE_NAMES[languageOfField(String(value))]
  if (field === 'by') return named(WAYS, String(value), t)
  if (field === 'theme_view') return named(THEMES, String(value), t)
  if (field === 'fields')
    return String(value)
      .split(', ')
      .map((name) => named(FIELDS, name, t))
      .join(', ')
  return String(value)
}

function named(names: Record<string, MessageKey>, value: string, t: Translator['t']): string {
  const key = Object.hasOwn(names, value) ? names[value] : undefined
  return key ? t(key) : value
}
