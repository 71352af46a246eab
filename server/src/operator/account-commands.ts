import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command } from './command.ts'

const REASON = { about: 'why, kept on record until the account is erased', required: true } as const

/** Closing accounts on behalf of their owners. */
export const accountCommands: Command[] = [
  {
    name: 'account close',
    usage: 'account close <e-mail> --reason <text> [--yes]',
    about:
      'Closes an account as its owners would: it does nothing from now on, they are told by mail, and after 14 days what is personal is erased. Books and invoices stay.',
    arguments: 1,
    fields: ['email'],
    options: { reason: REASON, yes: { about: 'closes it without asking', is_flag: true, field: 'confirmed' } },
    confirmation: { done: 'closed', doing: 'close it' },
    run: async (access, { words: [email = ''], options }) => {
      const input = { email, reason: options.reason ?? '', confirmed: options.yes !== undefined, by: by() }
      const data = await callServer(access, operator.closeUser, input)
      const end = `it ends on ${data.closes_at?.slice(0, 16)} UTC`
      return { data, text: `${data.email}: ${data.changed ? `is being closed, ${end}` : `was closed before, ${end}`}` }
    },
  },
  {
    name: 'account keep',
    usage: 'account keep <e-mail> --reason <text>',
    about: 'Keeps an account that is being closed, as it was; what has been erased does not come back.',
    arguments: 1,
    fields: ['email'],
    options: { reason: REASON },
    run: async (access, { words: [email = ''], options }) => {
      const data = await callServer(access, operator.keepUser, { email, reason: options.reason ?? '', by: by() })
      const unchanged = data.closes_at === null ? 'was not being closed' : 'its time is over, it cannot be kept'
      return { data, text: `${data.email}: ${data.changed ? 'is kept' : `${unchanged}, nothing changed`}` }
    },
  },
]
