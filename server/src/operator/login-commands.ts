import { randomUUID } from 'node:crypto'
import { FEATURES } from '@portico/contract/menu.ts'
import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { command, usageError } from './command.ts'

/** What single users and API logins get. */
export const loginCommands = [
  command(operator.credit, {
    name: 'credit',
    about: 'Adds to the balance of an API login, or subtracts with a minus sign.',
    arguments: ['login', 'amount_micros'],
    fill: { request_id: ({ options }) => options.id ?? randomUUID() },
    text: ({ booked, login, balance_micros }) =>
      `${booked ? 'booked' : 'already booked before, nothing changed'}; balance of ${login} is ${formatMicros(balance_micros)}`,
  }),
  command(operator.setLogin, {
    name: 'login set',
    about: 'Sets the request limits and subscriptions of an API login, or puts it on hold.',
    arguments: ['login'],
    check: (options) => {
      if (Object.keys(options).every((name) => name === 'reason'))
        throw usageError('Nothing to set: name --per-minute, --simultaneous, --hold or --subscriptions.')
    },
    text: ({ login, status, per_minute, simultaneous, subscriptions }) => {
      const subscribed = subscriptions.length > 0 ? subscriptions.join(', ') : 'nothing'
      return `${login}: ${status}, ${per_minute} requests per minute, ${simultaneous} concurrent, subscribed to ${subscribed}`
    },
  }),
  command(operator.grant, {
    name: 'grant',
    about: `Shows a user what others do not see: ${FEATURES.join(', ')}.`,
    arguments: ['email', 'feature'],
    text: ({ email, granted }, { feature }) =>
      `${email} ${granted ? 'has' : 'had'} ${feature}${granted ? '' : ' already'}`,
  }),
  command(operator.revoke, {
    name: 'revoke',
    about: 'Takes a feature away from a user.',
    arguments: ['email', 'feature'],
    text: ({ email, revoked }, { feature }) => {
      if (!revoked) throw usageError(`${email} does not have ${feature}.`)
      return `${email} no longer has ${feature}`
    },
  }),
  command(operator.impersonate, {
    name: 'impersonate',
    about: 'Prints a link that lets signed-in staff act as a customer; it works once, within 60 seconds.',
    arguments: ['staff', 'user'],
    text: ({ url, seconds }, { staff }) =>
      `${url}\nOpen it within ${seconds} s in the browser where ${staff} is signed in; it may ask for a code.`,
  }),
  command(operator.onetime, {
    name: 'onetime',
    about: 'Prints a link that signs the user in once, or sends it to their address.',
    arguments: ['user'],
    text: ({ url, seconds }, { user, mail }) =>
      mail ? `Sent to ${user}.` : `${url}\nGood once, for ${seconds / 60} minutes.`,
  }),
]
