import { operator } from '@portico/contract/operator.ts'
import { renderUnicodeCompact } from 'uqr'
import { command } from './command.ts'

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

export const staffCommands = [
  command(operator.addStaff, {
    name: 'staff add',
    about: 'Makes someone staff and prints the key of their second factor once; creates the account if there is none.',
    arguments: ['email'],
    text: (data) =>
      [
        `${data.email} is staff${data.created ? ' (new account)' : ''}`,
        '',
        ...printKeys(data),
        '',
        'Next, hand these over to them:',
        ...nextSteps(data),
      ].join('\n'),
  }),
  command(operator.listStaff, {
    name: 'staff list',
    about: 'Lists staff, their second factors and how many recovery codes are left.',
    text: ({ staff }) => {
      const lines = staff.map((row) => {
        const factor = row.factor_since
          ? `second factor since ${row.factor_since}, ${row.recovery_codes_left} recovery codes left, passkeys ${row.passkeys}`
          : 'NO SECOND FACTOR, cannot sign in: run staff factor'
        return `${row.email}  ${row.name}  ${row.status}  ${row.role ?? 'no role'}  ${factor}  last sign-in ${row.last_login ?? 'never'}`
      })
      return lines.join('\n') || 'none'
    },
  }),
  command(operator.setStaffRole, {
    name: 'staff role',
    about: 'Changes what a staff member may do in the console: admin, support, finance, content, read_only or none.',
    arguments: ['email', 'role'],
    text: ({ email, role, changed }) =>
      `${email} ${changed ? 'now has' : 'already had'} ${role ? `the role ${role}` : 'no role'}`,
  }),
  command(operator.renewStaffFactor, {
    name: 'staff factor',
    about: 'Prints a new key and new recovery codes, once; the old ones, all passkeys and open sessions end.',
    arguments: ['email'],
    text: (data) => [`${data.email} has a new second factor`, '', ...printKeys(data)].join('\n'),
  }),
  command(operator.removeStaff, {
    name: 'staff remove',
    about: 'Ends staff rights, the second factor, passkeys and all open sessions immediately; the account is kept.',
    arguments: ['email'],
    text: ({ email, ended }) => `${email} is no longer staff; sessions ended: ${ended}`,
  }),
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
