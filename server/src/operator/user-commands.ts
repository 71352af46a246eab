import type { Output } from '@portico/contract/endpoint.ts'
import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { command } from './command.ts'

type Listed = Output<typeof operator.listUsers>['users'][number]

const UNCONFIRMED = [
  'not confirmed: the code of the mail has not been entered. /resend-activation sends a new one;',
  'a week after the sign-up it is forgotten, and the address can sign up again.',
]

/** Accounts, sign-ups, and closing on behalf of owners. */
export const userCommands = [
  command(operator.showUser, {
    name: 'user show',
    about: 'Shows a user, their API logins and balances.',
    arguments: ['who'],
    text: (data) =>
      [
        `${data.name} <${data.email}>  id ${data.id}  ${data.status}${data.is_staff ? '  staff' : ''}`,
        `created ${data.created_at}  last sign-in ${data.last_login ?? 'never'}  open sessions ${data.sessions}`,
        ...(data.status === 'pending' ? UNCONFIRMED : []),
        ...(data.features.length > 0 ? [`features ${data.features.join(', ')}`] : []),
        ...data.logins.map((row) => `${row.kind.padEnd(9)} ${row.login}  ${formatMicros(row.balance_micros)}`),
      ].join('\n'),
  }),
  command(operator.unconfirm, {
    name: 'user unconfirm',
    about:
      'Requires the address to be confirmed again, for example when e-mails bounce; until then API requests are refused.',
    arguments: ['email'],
    text: ({ email, changed }) =>
      `${email} ${changed ? 'must confirm the address again' : 'already has to confirm the address'}`,
  }),
  command(operator.listUsers, {
    name: 'user list',
    about: 'Lists accounts and sign-ups with balance, spend of the last 30 days and last call.',
    text: ({ users, next }) => {
      const more = next === null ? [] : [`there are more: --after ${next}`]
      return [...users.map(lineOf), ...more].join('\n') || 'none found'
    },
  }),
  command(operator.disableUser, {
    name: 'user disable',
    about:
      'Disables an account: its owner is signed out and cannot sign in, requests with any of its logins are refused, nothing is charged automatically.',
    arguments: ['email'],
    text: ({ email, changed, ended }) =>
      `${email}: ${changed ? `disabled; sessions ended: ${ended}` : 'was disabled before, nothing changed'}`,
  }),
  command(operator.enableUser, {
    name: 'user enable',
    about: 'Enables a disabled account again, as it was.',
    arguments: ['email'],
    text: ({ email, changed }) => `${email}: ${changed ? 'enabled' : 'was not disabled, nothing changed'}`,
  }),
  command(operator.confirmUser, {
    name: 'user confirm',
    about:
      'Confirms the address instead of the code of the mail: of the newest sign-up with it, or of an account that has to confirm it again. Make sure first that it is theirs.',
    arguments: ['email'],
    text: ({ email, changed, created }) => {
      const done = created ? 'confirmed, the account is open' : 'confirmed'
      return `${email}: ${changed ? done : 'was confirmed before, nothing changed'}`
    },
  }),
  command(operator.endUserSessions, {
    name: 'user end-sessions',
    about: 'Signs a user out everywhere and invalidates all links sent to them.',
    arguments: ['email'],
    text: ({ email, ended }) => `${email}: sessions ended: ${ended}`,
  }),
  command(operator.resetFactor, {
    name: 'user factor-reset',
    about:
      'Removes two-factor authentication and all passkeys of a customer who has lost them, and signs them out; a mail informs them. Make sure first of their identity.',
    arguments: ['email'],
    text: ({ email, had_factor, passkeys, ended }) => {
      const factor = had_factor ? 'two-factor authentication removed' : 'there was no two-factor authentication'
      return `${email}: ${factor}; passkeys removed: ${passkeys}; sessions ended: ${ended}`
    },
  }),
  command(operator.closeUser, {
    name: 'account close',
    about:
      'Closes an account as its owners would: it does nothing from now on, a mail informs them, and after 14 days what is personal is erased. Books and invoices stay.',
    arguments: ['email'],
    confirmation: { done: 'closed', doing: 'close it' },
    text: ({ email, changed, closes_at }) =>
      `${email}: ${changed ? 'is being closed' : 'was closed before'}, it ends on ${closes_at?.slice(0, 16)} UTC`,
  }),
  command(operator.keepUser, {
    name: 'account keep',
    about: 'Keeps an account that is being closed, as it was; what has been erased does not come back.',
    arguments: ['email'],
    text: ({ email, changed, closes_at }) => {
      const unchanged = closes_at === null ? 'was not being closed' : 'its time is over, it cannot be kept'
      return `${email}: ${changed ? 'is kept' : `${unchanged}, nothing changed`}`
    },
  }),
]

function lineOf(user: Listed): string {
  const others = user.logins.filter(({ login }) => login !== user.email).map(({ login }) => login)
  return [
    String(user.id),
    `${user.name} <${user.email}>`,
    `${user.status}${user.status === 'active' && !user.is_verified ? ', to confirm the address' : ''}${user.is_staff ? ', staff' : ''}`,
    `balance ${formatMicros(user.balance_micros)}`,
    `30 days ${formatMicros(user.spent_micros)}`,
    `last call ${user.last_call?.slice(0, 16) ?? 'never'}`,
    `seen ${user.last_seen?.slice(0, 16) ?? 'never'}`,
    ...(others.length > 0 ? [`logins ${others.join(', ')}`] : []),
  ].join('  ')
}
