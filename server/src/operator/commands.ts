import { randomUUID } from 'node:crypto'
import { formatMicros } from '@portico/contract/money.ts'
import { CREDIT_MAX_MICROS, operator } from '@portico/contract/operator.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { callServer } from '#integrations/own-server.ts'
import { accountCommands } from './account-commands.ts'
import { auditCommands, auditLine } from './audit-commands.ts'
import { backupCommands } from './backup-commands.ts'
import { bookCommands } from './book-commands.ts'
import { brandCommands } from './brand-commands.ts'
import { catalogueCommands } from './catalogue-commands.ts'
import { by, type Command, usageError, YES } from './command.ts'
import { configCommands } from './config-commands.ts'
import { databaseCommands } from './database-commands.ts'
import { featureCommands } from './feature-commands.ts'
import { loginCommands } from './login-commands.ts'
import { noticeCommands } from './notice-commands.ts'
import { isYes } from './options.ts'
import { comparisonLines, paymentCommands } from './payment-commands.ts'
import { priceCommands } from './price-commands.ts'
import { promoCommands } from './promo-commands.ts'
import { queueCommands } from './queue-commands.ts'
import { refundCommands } from './refund-commands.ts'
import { revenueCommands } from './revenue-commands.ts'
import { staffCommands } from './staff-commands.ts'
import { userCommands } from './user-commands.ts'

const UNCONFIRMED = [
  'not confirmed: the code of the mail has not been entered. /resend-activation sends a new one;',
  'a week after the sign-up it is forgotten, and the address can sign up again.',
]

/** One row per command; each part adds its own. */
export const commands: Command[] = [
  {
    name: 'status',
    usage: 'status',
    about: 'Shows version, database and uptime.',
    arguments: 0,
    options: {},
    run: async (access) => {
      const data = await callServer(access, operator.status, {})
      return {
        data,
        text: [
          `Portico ${data.version}, ${data.database} database, ${data.users} users, up ${data.uptime_s} s`,
          auditLine(data.audit),
          ...comparisonLines(data.payments),
        ].join('\n'),
      }
    },
  },
  {
    name: 'user show',
    usage: 'user show <e-mail>',
    about: 'Shows a user, their API logins and balances.',
    arguments: 1,
    fields: ['who'],
    options: {},
    run: async (access, { words: [who = ''] }) => {
      const data = await callServer(access, operator.showUser, { who })
      const lines = [
        `${data.name} <${data.email}>  id ${data.id}  ${data.status}${data.is_staff ? '  staff' : ''}`,
        `created ${data.created_at}  last sign-in ${data.last_login ?? 'never'}  open sessions ${data.sessions}`,
        ...(data.status === 'pending' ? UNCONFIRMED : []),
        ...(data.features.length > 0 ? [`features ${data.features.join(', ')}`] : []),
        ...data.logins.map((row) => `${row.kind.padEnd(9)} ${row.login}  ${formatMicros(row.balance_micros)}`),
      ]
      return { data, text: lines.join('\n') }
    },
  },
  {
    name: 'user unconfirm',
    usage: 'user unconfirm <e-mail> --reason <text>',
    about:
      'Requires the address to be confirmed again, for example when e-mails bounce; until then API requests are refused.',
    arguments: 1,
    fields: ['email'],
    options: { reason: { about: 'why, kept on record', required: true } },
    run: async (access, { words: [email = ''], options }) => {
      const data = await callServer(access, operator.unconfirm, { email, reason: options.reason ?? '', by: by() })
      const text = data.changed ? 'must confirm the address again' : 'already has to confirm the address'
      return { data, text: `${data.email} ${text}` }
    },
  },
  {
    name: 'credit',
    usage: 'credit <login> <amount> --reason <text> [--allow-negative yes] [--yes]',
    about: 'Adds to the balance of an API login, or subtracts with a minus sign.',
    arguments: 2,
    fields: ['login', 'amount_micros'],
    options: {
      reason: { about: 'why, kept with the booking', required: true },
      id: { about: 'a UUID of your own; the same id twice books once', field: 'request_id' },
      'allow-negative': { about: 'yes: take back more than there is' },
      yes: YES,
    },
    run: async (access, { words: [login = '', typed = ''], options }) => {
      const amount_micros = parseAmount(typed)
      if (!amount_micros)
        throw usageError(`'${typed}' is not an amount. Write it like 25 or 12.500000, up to six decimals.`)
      if (Math.abs(amount_micros) > CREDIT_MAX_MICROS)
        throw usageError(
          `${formatMicros(amount_micros)} is more than can be booked at once, which is ${formatMicros(CREDIT_MAX_MICROS)}.`,
        )
      const request_id = options.id ?? randomUUID()
      const data = await callServer(access, operator.credit, {
        login,
        amount_micros,
        ...(isYes('allow-negative', options['allow-negative']) && { allow_negative: true }),
        ...(options.yes && { confirmed: true }),
        reason: options.reason ?? '',
        by: by(),
        request_id,
      })
      const done = data.booked ? 'booked' : 'already booked before, nothing changed'
      return { data, text: `${done}; balance of ${data.login} is ${formatMicros(data.balance_micros)}` }
    },
  },
  {
    name: 'impersonate',
    usage: 'impersonate <staff e-mail> <user e-mail> --reason <text>',
    about: 'Prints a link that lets signed-in staff act as a customer; it works once, within 60 seconds.',
    arguments: 2,
    fields: ['staff', 'user'],
    options: { reason: { about: 'why, shown to the customer and kept', required: true } },
    run: async (access, { words: [staff = '', user = ''], options }) => {
      const data = await callServer(access, operator.impersonate, {
        staff,
        user,
        reason: options.reason ?? '',
        by: by(),
      })
      return {
        data,
        text: `${data.url}\nOpen it within ${data.seconds} s in the browser where ${staff} is signed in; it may ask for a code.`,
      }
    },
  },
  {
    name: 'onetime',
    usage: 'onetime <e-mail> [--kind onetime|token|registration] [--to users/getrows] [--mail yes]',
    about: 'Prints a link that signs the user in once, or sends it to their address.',
    arguments: 1,
    fields: ['user'],
    options: {
      kind: { about: 'onetime (default), token, or registration (a token that marks the first visit)' },
      to: { about: 'where a onetime link leads, like users/getrows' },
      mail: { about: 'yes: send it to the user instead of printing it' },
    },
    run: async (access, { words: [user = ''], options }) => {
      const kind = (['onetime', 'token', 'registration'] as const).find(
        (known) => known === (options.kind ?? 'onetime'),
      )
      if (!kind) throw usageError(`--kind is '${options.kind}', but must be onetime, token or registration.`)
      const { to } = options
      const mail = isYes('mail', options.mail)
      const data = await callServer(access, operator.onetime, { user, kind, mail, by: by(), ...(to && { to }) })
      return { data, text: mail ? `Sent to ${user}.` : `${data.url}\nGood once, for ${data.seconds / 60} minutes.` }
    },
  },
  ...bookCommands,
  ...configCommands,
  ...catalogueCommands,
  ...backupCommands,
  ...auditCommands,
  ...paymentCommands,
  ...refundCommands,
  ...revenueCommands,
  ...queueCommands,
  ...priceCommands,
  ...userCommands,
  ...accountCommands,
  ...staffCommands,
  ...featureCommands,
  ...loginCommands,
  ...brandCommands,
  ...noticeCommands,
  ...promoCommands,
  ...databaseCommands,
]
