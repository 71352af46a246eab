import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command, YES } from './command.ts'
import { amountTyped } from './options.ts'

export const refundCommands: Command[] = [
  {
    name: 'refund call',
    usage: 'refund call <task or request id> --reason <text> [--amount <amount>] [--yes]',
    about:
      'Gives back what one request cost, or a part of it, once; the customer sees it in Usage and in the balance history.',
    arguments: 1,
    fields: ['call'],
    options: {
      reason: { about: 'why, kept on record', required: true },
      amount: { about: 'all it cost by default', field: 'amount_micros' },
      yes: YES,
    },
    run: async (access, { words: [call = ''], options }) => {
      const data = await callServer(access, operator.refundCall, {
        call,
        ...(options.amount !== undefined && { amount_micros: amountTyped(options.amount) }),
        ...(options.yes && { confirmed: true }),
        reason: options.reason ?? '',
        by: by(),
      })
      const text = `${formatMicros(data.amount_micros)} given back; balance of ${data.login} is ${formatMicros(data.balance_micros)}`
      return { data, text }
    },
  },
]
