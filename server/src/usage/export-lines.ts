import type { ExportFormat } from '@portico/contract/usage-export.ts'
import { agentNames } from '#access/secrets/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type CallRow, callPage, type Slice } from '#traffic/index.ts'
import { headLine, writeRow } from './write-rows.ts'

const BATCH = 1000

/**
 * Reads a batch only after the previous one was sent: memory stays flat, and a slow client holds neither a connection nor a
 * snapshot of the database.
 */
export async function* exportLines(
  ctx: Pick<Ctx, 'db' | 'readAs' | 'moved'>,
  slice: Slice,
  how: { format: ExportFormat; order: 'newest' | 'oldest'; logins: Map<number, string> },
): AsyncGenerator<string> {
  const head = headLine(how.format)
  if (head) yield head
  const keys = new Map((await agentNames(ctx.db, [...how.logins.keys()])).map((one) => [one.id, one]))
  const write = (row: CallRow) =>
    writeRow(how.format, row, how.logins.get(row.login_id) ?? '', keys.get(row.agent_id ?? 0))
  let after: string | undefined
  do {
    const { rows, next } = await callPage(ctx, slice, { sort: 'time', order: how.order, after, limit: BATCH })
    if (rows.length > 0) yield rows.map(write).join('')
    after = next ?? undefined
  } while (after !== undefined)
}
