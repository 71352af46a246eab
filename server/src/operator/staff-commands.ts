import { operator } from '@portico/contract/operator.ts'
import { renderUnicodeCompact } from 'uqr'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command } from './command.ts'

interface Keys {
  key: string
  address: string
  recovery_codes: string[]
}

interface Ways {
  password_link: string | null
  sign_in_link: string
  forgot_link: string
}

export const staffCommands: Command[] = [
  {
    name: 'staff add',
    usage: 'staff add <e-mail> [--name <name>]',
    about: 'Makes someone staff and prints the key of their second factor once; creates the account if there is none.',
    arguments: 1,
    fields: ['email'],
    options: { name: { about: 'name to show, when the account is new' } },
    run: async (access, { words: [email = ''], options }) => {
      const data = await callServer(access, operator.addStaff, {
        email,
        ...(options.name && { name: options.name }),
        by: by(),
      })
      const lines = [`${data.email} is staff${data.created ? ' (new account)' : ''}`, '', ...printKeys(data)]
      lines.push('', 'Next, hand these over to them:', ...nextSteps(data))
      return { data, text: lines.join('\n') }
    },
  },
  {
    name: 'staff list',
    usage: 'staff list',
    about: 'Lists staff, their second factors and how many recovery codes are left.',
    arguments: 0,
    options: {},
    run: async (access) => {
      const data = await callServer(access, operator.listStaff, {})
      const lines = data.staff.map((row) => {
        const factor = row.factor_since
          ? `second factor since ${row.factor_since}, ${row.recovery_codes_left} recovery codes left`
          : 'NO SECOND FACTOR, cannot sign in: run staff factor'
        return `${row.email}  ${row.name}  ${row.status}  ${factor}  last sign-in ${row.last_login ?? 'never'}`
      })
      return { data, text: lines.join('\n') || 'none' }
    },
  },
  {
    name: 'staff factor',
    usage: 'staff factor <e-mail>',
    about: 'Prints a new key and new recovery codes, once; the old ones and all open sessions end.',
    arguments: 1,
    fields: ['email'],
    options: {},
    run: async (access, { words: [email = ''] }) => {
      const data = await callServer(access, operator.renewStaffFactor, { email, by: by() })
      return { data, text: [`${data.email} has a new second factor`, '', ...printKeys(data)].join('\n') }
    },
  },
  {
    name: 'staff remove',
    usage: 'staff remove <e-mail>',
    about: 'Ends staff rights, the second factor and all open sessions immediately; the account is kept.',
    arguments: 1,
    fields: ['email'],
    options: {},
    run: async (access, { words: [email = ''] }) => {
      const data = await callServer(access, operator.removeStaff, { email, by: by() })
      return { data, text: `${data.email} is no longer staff; sessions ended: ${data.ended}` }
    },
  },
  {
    name: 'user end-sessions',
    usage: 'user end-sessions <e-mail> [--reason <text>]',
    about: 'Signs a user out everywhere and invalidates all links sent to them.',
    arguments: 1,
    fields: ['email'],
    options: { reason: { about: 'why, kept on record' } },
    run: async (access, { words: [email = ''], options }) => {
      const data = await callServer(access, operator.endUserSessions, {
        email,
        ...(options.reason && { reason: options.reason }),
        by: by(),
      })
      return { data, text: `${data.email}: sessions ended: ${data.ended}` }
    },
  },
  {
    name: 'user factor-reset',
    usage: 'user factor-reset <e-mail> --reason <text>',
    about:
      'Removes two-factor authentication and all passkeys of a customer who has lost them, and signs them out; they are told by mail. Make sure first who is asking.',
    arguments: 1,
    fields: ['email'],
    options: { reason: { about: 'how you made sure, kept on record and shown to the customer' } },
    run: async (access, { words: [email = ''], options }) => {
      const data = await callServer(access, operator.resetFactor, { email, reason: options.reason ?? '', by: by() })
      const factor = data.had_factor ? 'two-factor authentication removed' : 'there was no two-factor authentication'
      return {
        data,
        text: `${data.email}: ${factor}; passkeys removed: ${data.passkeys}; sessions ended: ${data.ended}`,
      }
    },
  },
]

/** The next steps of a new staff member. */
function nextSteps({ password_link, sign_in_link, forgot_link }: Ways): string[] {
  const password = password_link
    ? [`  1. Set a password within an hour: ${password_link}`, `     Later, ${forgot_link} sends a new link.`]
    : [`  1. The password stays the one the account has; ${forgot_link} sends a link for a new one.`]
  return [
    ...password,
    '  2. Scan the code above with an authenticator app and keep the recovery codes.',
    `  3. Sign in with password and code: ${sign_in_link}`,
  ]
}

function printKeys({ key, address, recovery_codes }: Keys): string[] {
  return [
    'Second factor, shown only now. Scan it with an authenticator app, or enter the key:',
    '',
    renderUnicodeCompact(address, { border: 2 }),
    '',
    `key      ${key.replaceAll(/(.{4})(?=.)/g, '$1 ')}`,
    `address  ${address}`,
    '',
    'Recovery codes, each works once:',
    ...recovery_codes.map((code) => `  ${code}`),
  ]
}
