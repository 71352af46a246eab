import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { type Command, usageError } from './command.ts'

export const auditCommands: Command[] = [
  {
    name: 'audit verify',
    usage: 'audit verify',
    about: 'Checks the chain of the audit log from its first row; prints every row that was changed or is missing.',
    arguments: 0,
    options: {},
    run: async (access) => {
      const data = await callServer(access, operator.verifyAudit, {})
      if (data.broken.length > 0) process.exitCode = 1
      const text =
        data.broken.length === 0
          ? `unbroken: ${data.rows} rows up to ${data.last_id}, hash ${data.hash}`
          : data.broken.map((id) => `row ${id} does not follow from the row before, or is missing`).join('\n')
      return { data, text }
    },
  },
  {
    name: 'audit list',
    usage: 'audit list [--user <e-mail>] [--limit <number>]',
    about: 'Shows who did what, newest first.',
    arguments: 0,
    options: {
      user: { about: 'only what concerns this account', field: 'email' },
      limit: { about: 'how many, 50 by default' },
    },
    run: async (access, { options }) => {
      const { user, limit = '50' } = options
      if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > 1000)
        throw usageError(`--limit is '${limit}', but must be a whole number from 1 to 1000.`)
      const data = await callServer(access, operator.listAudit, { ...(user && { email: user }), limit: Number(limit) })
      const lines = data.rows.map(({ id, at, actor, action, user_id, ip, detail }) =>
        [id, at, actor, action, user_id ?? '-', ip || '-', JSON.stringify(detail)].join('  '),
      )
      return { data, text: lines.join('\n') || 'no entries yet' }
    },
  },
]

export function auditLine(audit: Output<typeof operator.status>['audit']): string {
  if (!audit) return 'audit log: not checked yet'
  const { broken, rows, checked_at } = audit
  const state = broken.length === 0 ? 'unbroken' : `BROKEN at ${broken.slice(0, 10).join(', ')}`
  return `audit log: ${state}, ${rows} rows checked at ${checked_at}`
}
