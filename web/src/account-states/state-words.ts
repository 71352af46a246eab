import type { AccountState } from '@portico/contract/dashboard.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { MessageKey, Values } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import { timeLeft, utcClock } from './time-left.ts'

/** The action of a button that is not a link. */
export type StateAction = 'resend' | 'support' | 'allow_ip'

export interface StateWords {
  tone: 'bad' | 'warn' | 'info'
  text: MessageKey
  values?: Values
  button: MessageKey
  /** The target of the button, or its action. */
  to: string | StateAction
}

const FUNDS = { button: 'Add funds', to: paths.addFunds } as const

/** The text of a state's banner, and its one button; `money` formats an amount in the reader's language. */
export function stateWords(state: AccountState, now_ms: number, money: (micros: Micros) => string): StateWords {
  switch (state.kind) {
    case 'on_hold':
      return { tone: 'bad', text: 'Your account is on hold.', button: 'Contact support', to: 'support' }
    case 'not_verified':
      return { tone: 'bad', text: 'Confirm your e-mail to use the API.', button: 'Send the link', to: 'resend' }
    case 'no_funds':
      return { tone: 'bad', text: 'Your balance is used up. Requests are refused.', ...FUNDS }
    case 'outage':
      return { tone: 'warn', ...outageWords(state), button: 'Status', to: '#service-status' }
    case 'ip':
      return {
        tone: 'bad',
        text: 'Requests from {ip} were refused.',
        values: { ip: state.ip },
        button: 'Allow this IP',
        to: 'allow_ip',
      }
    case 'wrong_password':
      return {
        tone: 'warn',
        text: 'Wrong API password from {ip}. If this is your program, copy the password from API Access. If not, create a new one there.',
        values: { ip: state.ip },
        button: 'Go to API Access',
        to: paths.apiAccess,
      }
    case 'daily_limit':
      return {
        tone: 'bad',
        text: state.title
          ? 'Daily limit of {limit} for {name} reached. Resets at 00:00 UTC (in {time}).'
          : 'Daily limit of {limit} reached. Resets at 00:00 UTC (in {time}).',
        values: {
          limit: money(state.limit_micros),
          name: state.title,
          time: timeLeft(state.resets_at, now_ms),
        },
        button: 'Change limit',
        to: paths.apiSettingsLimits,
      }
    case 'subscription':
      return {
        tone: 'warn',
        text: '{name} requires an active subscription.',
        values: { name: state.title },
        button: 'Activate',
        to: state.product === 'backlinks' ? paths.backlinksSubscription : paths.apiAccessSubscription,
      }
    case 'recharge_failed':
      return {
        tone: 'bad',
        ...(state.method
          ? { text: 'We could not charge {method}. Auto-recharge is off.', values: { method: state.method } }
          : { text: 'Auto-recharge is off: the charge failed.' }),
        button: 'Update method',
        to: `${paths.apiAccessSubscription}#auto-recharge`,
      }
    case 'billing_details':
      return {
        tone: 'warn',
        text: 'Your country and address are missing: your invoices show only your name, and no tax is charged.',
        button: 'Enter billing details',
        to: `${paths.payments}?tab=billing`,
      }
    case 'duplicates':
      return {
        tone: 'warn',
        text: 'Identical tasks are being refused.',
        button: 'Review setting',
        to: `${paths.apiSettings}#duplicates`,
      }
    case 'runway':
      return {
        tone: 'warn',
        text: '{count, plural, =0 {Less than a day left at your current pace.} one {About # day left at your current pace.} other {About # days left at your current pace.}}',
        values: { count: state.days },
        ...FUNDS,
      }
  }
}

function outageWords({ status, until }: AccountState & { kind: 'outage' }): Pick<StateWords, 'text' | 'values'> {
  if (status === 'down') return { text: 'All APIs: the data source cannot be reached right now.' }
  if (until === null) return { text: 'All APIs: maintenance.' }
  return { text: 'All APIs: maintenance until {time} UTC.', values: { time: utcClock(until) } }
}
