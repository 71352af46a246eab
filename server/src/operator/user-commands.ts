import type { Output } from '@portico/contract/endpoint.ts'
import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { USER_SORTS, USER_STATUSES } from '@portico/contract/operator-users.ts'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command } from './command.ts'
import { oneOf, wholeNumber } from './options.ts'

const REASON = { reason: { about: 'why, kept on record', required: true } } as const
type Listed = Output<typeof operator.listUsers>['users'][number]

/** Accounts and sign-ups. */
export const userCommands: Command[] = [
  {
    name: 'user list',
    usage: 'user list [--search <words>] [--status <status>] [--sort <order>] [--limit <number>] [--after <place>]',
    about: 'Lists accounts and sign-ups with balance, spend of the last 30 days and last call.',
    arguments: 0,
    options: {
      search: { about: 'words, each a part of the e-mail, name or a login, a domain like @example.com, or the id' },
      status: { about: `one of ${USER_STATUSES.join(', ')}` },
      sort: { about: `${USER_SORTS.join(', ')}; the newest or largest first, created by default` },
      limit: { about: 'how many, 50 by default, at most 500' },
      after: { about: 'where the page before ended, as it said' },
    },
    run: async (access, { options }) => {
      const { search, after } = options
      const status = oneOf('status', options.status, USER_STATUSES)
      const sort = oneOf('sort', options.sort, USER_SORTS)
      const data = await callServer(access, operator.listUsers, {
        limit: wholeNumber('limit', options.limit ?? '50', 500),
        ...(search && { search }),
        ...(status && { status }),
        ...(sort && { sort }),
        ...(after && { after }),
      })
      const more = data.next === null ? [] : [`there are more: --after ${data.next}`]
      return { data, text: [...data.users.map(lineOf), ...more].join('\n') || 'none found' }
    },
  },
  {
    name: 'user disable',
    usage: 'user disable <e-mail> --reason <text>',
    about:
      'Disables an account: its owner is signed out and cannot sign in, requests with any of its logins are refused, nothing is charged automatically.',
    arguments: 1,
    fields: ['email'],
    options: REASON,
    run: async (access, { words: [email = ''], options }) => {
      const data = await callServer(access, operator.disableUser, { email, reason: options.reason ?? '', by: by() })
      const text = data.changed ? `disabled; sessions ended: ${data.ended}` : 'was disabled before, nothing changed'
      return { data, text: `${data.email}: ${text}` }
    },
  },
  {
    name: 'user enable',
    usage: 'user enable <e-mail> --reason <text>',
    about: 'Enables a disabled account again, as it was.',
    arguments: 1,
    fields: ['email'],
    options: REASON,
    run: async (access, { words: [email = ''], options }) => {
      const data = await callServer(access, operator.enableUser, { email, reason: options.reason ?? '', by: by() })
      return { data, text: `${data.email}: ${data.changed ? 'enabled' : 'was not disabled, nothing changed'}` }
    },
  },
  {
    name: 'user confirm',
    usage: 'user confirm <e-mail> --reason <text>',
    about:
      'Confirms the address in place of the code of the mail: of the newest sign-up with it, or of an account that has to confirm it again. Make sure first that it is theirs.',
    arguments: 1,
    fields: ['email'],
    options: REASON,
    run: async (access, { words: [email = ''], options }) => {
      const data = await callServer(access, operator.confirmUser, { email, reason: options.reason ?? '', by: by() })
      const done = data.created ? 'confirmed, the account is open' : 'confirmed'
      return { data, text: `${data.email}: ${data.changed ? done : 'was confirmed before, nothing changed'}` }
    },
  },
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
