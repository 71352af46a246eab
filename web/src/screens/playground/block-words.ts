import type { Micros } from '@portico/contract/money.ts'
import type { PlaygroundBlock } from '@portico/contract/playground.ts'
import type { MessageKey, Values } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'

export interface BlockWords {
  text: MessageKey
  values?: Values
  /** Absent: no user of this account can change it. */
  button?: MessageKey
  /** The target of the button, or its action. */
  to?: string | 'resend' | 'support'
}

interface Known {
  ip: string
  price_micros: Micros
  balance_micros: Micros
  /** Writes an amount as the reader's language does. */
  money: (micros: Micros) => string
}

/** The message about a run that would be refused, and the one button that leads to the remedy. */
export function blockWords(block: PlaygroundBlock, { ip, price_micros, balance_micros, money }: Known): BlockWords {
  switch (block.reason) {
    case 'role':
      return { text: 'Your role can only run requests in the sandbox.' }
    case 'login_off':
      return {
        text: 'The active login is turned off, so its requests are refused.',
        button: 'Go to API Access',
        to: paths.apiAccess,
      }
    case 'not_verified':
      return { text: 'Confirm your e-mail to use the API.', button: 'Send the link', to: 'resend' }
    case 'on_hold':
      return { text: 'Your account is on hold.', button: 'Contact support', to: 'support' }
    case 'ip':
      return {
        text: 'Your IP address {ip} is not allowed, so live and sandbox requests are refused.',
        values: { ip },
        button: 'IP access',
        to: paths.apiAccess,
      }
    case 'subscription':
      return {
        text: '{name} requires an active subscription.',
        values: { name: block.title },
        button: 'Activate',
        to: block.product === 'backlinks' ? paths.backlinksSubscription : paths.apiAccessSubscription,
      }
    case 'sandbox_limit':
      return { text: 'The daily limit of the sandbox is reached. It resets at 00:00 UTC.' }
    case 'no_funds':
      return {
        text: 'This costs up to {price}. Your balance is {balance}.',
        values: { price: money(price_micros), balance: money(balance_micros) },
        button: 'Add funds',
        to: paths.addFunds,
      }
    case 'daily_limit':
      return {
        text: block.title
          ? 'This request would exceed the daily limit of {limit} for {name}. It resets at 00:00 UTC.'
          : 'This request would exceed the daily limit of {limit}. It resets at 00:00 UTC.',
        values: { limit: money(block.limit_micros), name: block.title },
        button: 'Change limit',
        to: paths.apiSettingsLimits,
      }
    case 'member_limit':
      return {
        text: 'This request would exceed your own daily limit of {limit}. It resets at 00:00 UTC; an owner of the account can change it.',
        values: { limit: money(block.limit_micros) },
      }
    case 'duplicates':
      return {
        text: 'Identical tasks are being refused.',
        button: 'Review setting',
        to: `${paths.apiSettings}#duplicates`,
      }
  }
}
