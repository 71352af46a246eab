import type { AlertKind } from '@portico/contract/alert-kinds.ts'
import type { MailData } from './templates.ts'

export const SITE = 'https://dashboard.example.com'

const ALERT = { name: 'Ann Lee', login: 'ann@example.com@etl', settings_link: `${SITE}/api-settings` }

/** One mail of each kind of alert. */
export const ALERT_SAMPLES: { [K in AlertKind as `alert_${K}`]: MailData<`alert_${K}`> } = {
  alert_balance: { ...ALERT, link: `${SITE}/users/getrows`, balance_micros: 9_998_000, below_micros: 10_000_000 },
  alert_runway: { ...ALERT, link: `${SITE}/users/getrows`, balance_micros: 9_998_000, days_left: 4, below_days: 7 },
  alert_limit: {
    ...ALERT,
    link: `${SITE}/api-settings/api-limits`,
    scope: 'serp/google/organic',
    percent: 80,
    spent_micros: 4_123_456,
    limit_micros: 5_000_000,
  },
  alert_errors: {
    ...ALERT,
    link: `${SITE}/api-errors`,
    rate_percent: 25,
    above_percent: 15,
    errors: 13,
    calls: 52,
  },
  alert_budget: {
    ...ALERT,
    link: `${SITE}/api-settings#budgets`,
    of: 'tag',
    subject: 'winter sale',
    line: 'soft',
    period: '2026-03',
    spent_micros: 81_250_000,
    line_micros: 80_000_000,
    forecast_micros: 131_000_000,
  },
}
