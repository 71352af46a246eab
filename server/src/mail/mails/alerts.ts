import type { AlertKind } from '@portico/contract/alert-kinds.ts'
import type { Mails } from '../mail-template.ts'
import type { MailData } from '../templates.ts'

const BUDGET_OF = {
  account: 'the account',
  login: 'the API login {subject}',
  tag: 'calls with the tag “{subject}”',
} as const
const BUDGET_SUBJECTS = {
  hard: '{brand}: the monthly budget for {what} is used up',
  soft: '{brand}: spending by {what} has reached {line_micros} this month',
  forecast: '{brand}: the monthly budget for {what} is likely to be exceeded',
} as const
const BUDGET_LINES = {
  hard: 'The hard limit of {line_micros} is reached. Calls that would exceed it are refused until the month ends (UTC) or you raise it.',
  soft: 'This notification is sent at {line_micros}. No call is refused because of it.',
  forecast: 'The budget is {line_micros}.',
} as const

export const alertMails = {
  alert_balance: (t, { link, settings_link }) => ({
    subject: t('{brand}: the balance of {login} is below {below_micros}'),
    lead: [
      t(
        'The balance of the API login {login} is {balance_micros}. This alert is sent when it falls below {below_micros}.',
      ),
      t('Once it is used up, calls that cost money are refused.'),
    ],
    action: { label: t('Add funds'), url: link },
    after: [{ label: t('Change the alerts in Settings'), url: settings_link }],
  }),
  alert_runway: (t, { link, settings_link }) => ({
    subject: t('{brand}: the balance of {login} will last less than {below_days}'),
    lead: [
      t(
        'The balance of the API login {login} is {balance_micros}. At the average pace of the last seven days it will last less than {below_days}.',
      ),
      t('Expected time left: {days_left}. Once the balance is used up, calls that cost money are refused.'),
    ],
    action: { label: t('Add funds'), url: link },
    after: [{ label: t('Change the alerts in Settings'), url: settings_link }],
  }),
  alert_limit: (t, { scope, percent, link, settings_link }) => {
    const scoped = { has_scope: scope ? 'yes' : 'no' }
    return {
      subject:
        percent === 100
          ? t('{brand}: {login} has reached its daily limit{has_scope, select, yes { for {scope}} other {}}', scoped)
          : t(
              '{brand}: {login} has reached {percent} of its daily limit{has_scope, select, yes { for {scope}} other {}}',
              scoped,
            ),
      lead: [
        t(
          'The API login {login} has reached {percent} of its daily spend limit{has_scope, select, yes { for {scope}} other {}}. Spent today: {spent_micros} of {limit_micros}.',
          scoped,
        ),
        percent === 100
          ? t('Calls that would exceed the limit are refused until it resets at 00:00 UTC or you raise it.')
          : t('Once the limit is reached, calls that would exceed it are refused until it resets at 00:00 UTC.'),
      ],
      action: { label: t('View limits'), url: link },
      after: [{ label: t('Change the alerts in Settings'), url: settings_link }],
    }
  },
  alert_errors: (t, { link, settings_link }) => ({
    subject: t('{brand}: {rate_percent} of calls by {login} are failing'),
    lead: [
      t(
        'Within the last hour, {rate_percent} of calls by the API login {login} failed. The threshold of this alert is {above_percent}.',
      ),
      t('Failed calls: {errors} of {calls}.'),
    ],
    action: { label: t('View errors'), url: link },
    after: [{ label: t('Change the alerts in Settings'), url: settings_link }],
  }),
  alert_budget: (t, { of, line, forecast_micros, link, settings_link }) => {
    const what = t(BUDGET_OF[of])
    return {
      subject: t(BUDGET_SUBJECTS[line], { what }),
      lead: [
        t('Budget for {what} ({login}).', { what }),
        t('Spent in {period}: {spent_micros}.'),
        t(BUDGET_LINES[line]),
        ...(forecast_micros === null || line === 'hard'
          ? []
          : [t('At the pace of the last seven days, the month will cost about {forecast_micros}.')]),
      ],
      action: { label: t('View budgets'), url: link },
      after: [{ label: t('Change the alerts in Settings'), url: settings_link }],
    }
  },
} satisfies Partial<Mails>

/** One mail of each kind of alert, for the preview of staff, and for tests. */
export function alertSamples(site: string): { [K in AlertKind as `alert_${K}`]: MailData<`alert_${K}`> } {
  const alert = { name: 'Ann Lee', login: 'ann@example.com@etl', settings_link: `${site}/api-settings` }
  return {
    alert_balance: { ...alert, link: `${site}/users/getrows`, balance_micros: 9_998_000, below_micros: 10_000_000 },
    alert_runway: { ...alert, link: `${site}/users/getrows`, balance_micros: 9_998_000, days_left: 4, below_days: 7 },
    alert_limit: {
      ...alert,
      link: `${site}/api-settings/api-limits`,
      scope: 'serp/google/organic',
      percent: 80,
      spent_micros: 4_123_456,
      limit_micros: 5_000_000,
    },
    alert_errors: {
      ...alert,
      link: `${site}/api-errors`,
      rate_percent: 25,
      above_percent: 15,
      errors: 13,
      calls: 52,
    },
    alert_budget: {
      ...alert,
      link: `${site}/api-settings#budgets`,
      of: 'tag',
      subject: 'winter sale',
      line: 'soft',
      period: '2026-03',
      spent_micros: 81_250_000,
      line_micros: 80_000_000,
      forecast_micros: 131_000_000,
    },
  }
}
