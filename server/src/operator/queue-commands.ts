import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import type { Command } from './command.ts'

export const queueCommands: Command[] = [
  {
    name: 'queues',
    usage: 'queues',
    about:
      'Shows what waits: tasks, webhooks, mail, alerts, bookings and admissions, requests that hold money, and jobs.',
    arguments: 0,
    options: {},
    run: async (access) => {
      const data = await callServer(access, operator.queues, {})
      const { count, oldest_s, held_micros } = data.holds
      const lines = [
        ...data.queues.map((row) => {
          const failed = row.failed === null ? '' : `, given up in 24 hours ${row.failed}`
          return `${row.queue.padEnd(10)} waiting ${row.waiting}, oldest ${row.oldest_s} s${failed}`
        }),
        `${'holds'.padEnd(10)} requests under way ${count}, oldest ${oldest_s} s, ${formatMicros(held_micros)}`,
        ...data.jobs.map((row) => `job ${row.job}  last done ${row.last_success}  failures ${row.failures}`),
      ]
      return { data, text: lines.join('\n') }
    },
  },
]
