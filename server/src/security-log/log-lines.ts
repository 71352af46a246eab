import { ACTIONS_OF_KIND, LOG_KINDS } from '@portico/contract/audit-actions.ts'
import type { LogFilterInput, LogRow } from '@portico/contract/security-log.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { csvHead, csvLine } from '#http/csv.ts'
import { readLog, scopeOf } from './read-log.ts'

const BATCH = 500
const HEAD = ['time', 'kind', 'action', 'result', 'who', 'about', 'ip', 'device', 'reason', 'details']

/** All matching entries, in batches, each read only when the one before was sent. */
export async function* logLines(ctx: UserCtx, filter: LogFilterInput): AsyncGenerator<string> {
  yield csvHead(HEAD)
  const scope = await scopeOf(ctx)
  let before: number | undefined
  do {
    const rows = await readLog(ctx, scope, filter, { before, limit: BATCH })
    yield rows.map(lineOf).join('')
    before = rows.length < BATCH ? undefined : rows.at(-1)?.id
  } while (before !== undefined)
}

function lineOf({ at, action, is_refused, office, who, whose, ip, device, reason, facts }: LogRow): string {
  const kind = LOG_KINDS.find((one) => ACTIONS_OF_KIND[one].includes(action)) ?? ''
  const by = [office, who].filter(Boolean).join(': ')
  const details = facts.map(
    (fact) => `${fact.field}: ${'before' in fact ? `${fact.before ?? '-'} -> ` : ''}${fact.after ?? '-'}`,
  )
  return csvLine([
    at,
    kind,
    action,
    is_refused ? 'refused' : 'ok',
    by,
    whose ?? '',
    ip,
    device,
    reason ?? '',
    details.join('; '),
  ])
}
