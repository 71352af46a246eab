import type { Output } from '@portico/contract/endpoint.ts'
import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { command, commandWith } from './command.ts'
import { comparisonLines } from './payment-commands.ts'

/** The state of the server, its queues and its audit log. */
export const stateCommands = [
  command(operator.status, {
    name: 'status',
    about: 'Shows version, database and uptime.',
    text: (data) =>
      [
        `Portico ${data.version}, ${data.database} database, ${data.users} users, up ${data.uptime_s} s`,
        auditLine(data.audit),
        ...(data.payments ? comparisonLines(data.payments) : []),
      ].join('\n'),
  }),
  command(operator.queues, {
    name: 'queues',
    about:
      'Shows what waits: tasks, webhooks, mail, alerts, bookings and admissions, requests that hold money, and jobs.',
    text: ({ queues, holds, jobs }) =>
      [
        ...queues.map((row) => {
          const failed = row.failed === null ? '' : `, given up in 24 hours ${row.failed}`
          return `${row.queue.padEnd(10)} waiting ${row.waiting}, oldest ${row.oldest_s} s${failed}`
        }),
        `${'holds'.padEnd(10)} requests under way ${holds.count}, oldest ${holds.oldest_s} s, ${formatMicros(holds.held_micros)}`,
        ...jobs.map((row) => `job ${row.job}  last done ${row.last_success}  failures ${row.failures}`),
      ].join('\n'),
  }),
  command(operator.verifyAudit, {
    name: 'audit verify',
    about: 'Checks the chain of the audit log from its first row; prints every row that was changed or is missing.',
    text: ({ broken, rows, last_id, hash }) => {
      if (broken.length === 0) return `unbroken: ${rows} rows up to ${last_id}, hash ${hash}`
      process.exitCode = 1
      return broken.map((id) => `row ${id} does not follow from the row before, or is missing`).join('\n')
    },
  }),
  command(operator.listAudit, {
    name: 'audit list',
    about: 'Shows who did what, newest first.',
    text: ({ rows }) => {
      const lines = rows.map(({ id, at, actor, action, user_id, ip, detail }) =>
        [id, at, actor, action, user_id ?? '-', ip || '-', JSON.stringify(detail)].join('  '),
      )
      return lines.join('\n') || 'no entries yet'
    },
  }),
  commandWith(
    operator.exportAudit,
    { name: 'audit export', about: 'Prints the entries as CSV with the hashes of the chain, newest first.' },
    async (access, input) => {
      const parts: string[] = []
      let part = await callServer(access, operator.exportAudit, input)
      parts.push(part.csv)
      while (part.next !== null) {
        part = await callServer(access, operator.exportAudit, { ...input, before: part.next })
        parts.push(part.csv)
      }
      const csv = parts.join('')
      return { data: { csv }, text: csv.trimEnd() }
    },
  ),
]

function auditLine(audit: Output<typeof operator.status>['audit']): string {
  if (!audit) return 'audit log: not checked yet'
  const { broken, rows, checked_at } = audit
  const state = broken.length === 0 ? 'unbroken' : `BROKEN at ${broken.slice(0, 10).join(', ')}`
  return `audit log: ${state}, ${rows} rows checked at ${checked_at}`
}
