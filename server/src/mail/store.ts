import { sql } from 'kysely'
import { claimDue, deleteEnded, NOT_SENT, nextDue, recordTry, type Span, UNSENT } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'
import type { MailBrand } from './brand.ts'

export interface MailRow {
  id: number
  message_id: string
  to_address: string
  template: string
  language: string
  brand: MailBrand
  data: Record<string, unknown>
  created_at: Date
  tries: number
}

const NOTHING = '{}'
const total = sql<number>`(count(*) over ())::integer`.as('total')

export async function insertMail(db: Db, row: Omit<MailRow, 'id' | 'tries'>): Promise<void> {
  const [brand, data] = [JSON.stringify(row.brand), JSON.stringify(row.data)]
  await db
    .insertInto('outbox')
    .values({ ...row, brand, data, next_try_at: row.created_at })
    .execute()
}

const WAITING = { table: 'outbox', due: 'next_try_at', waits: UNSENT } as const

/** Claims due mails; no other worker takes them before `until`. */
export const claimMails = (db: Db, span: Span) => claimDue<MailRow>(db, WAITING, span)
export const nextMail = (db: Db, after: Date) => nextDue(db, WAITING, after)

export interface SentMail {
  sent_subject: string
  sent_text: string
}

/** Holds for every worker: a mail that was sent is not tried again. */
export async function markSent(db: Db, id: number, now: Date, as: SentMail): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...as, sent_at: now, failed_at: null, data: NOTHING })
    .where('id', '=', id)
    .execute()
}

/** Newest first; `before` is the id of the last one of the page before. */
export function mailsTo(
  db: Db,
  addresses: readonly string[],
  { before, limit }: { before: number | undefined; limit: number },
) {
  return db
    .selectFrom('outbox')
    .select([
      'id',
      'to_address',
      'template',
      'created_at',
      'sent_at',
      'failed_at',
      'last_error',
      'bounced_at',
      'bounce',
      'sent_subject',
      'sent_text',
    ])
    .where('to_address', 'in', addresses)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A mail that the mail server of its reader refused for good. */
interface Bounced {
  bounced_at: Date
  bounce: string
}

export function markTried(
  db: Db,
  row: Pick<MailRow, 'id' | 'tries'>,
  outcome: { next_try_at: Date; last_error: string } | ({ failed_at: Date; last_error: string } & Partial<Bounced>),
): Promise<void> {
  return recordTry(db, 'outbox', row, NOT_SENT, 'failed_at' in outcome ? { ...outcome, data: NOTHING } : outcome)
}

export const deleteDone = (db: Db, before: Date) => deleteEnded(db, 'outbox', before)

/** Mails given up since a moment, the oldest first, without those that came back; `total`: how many in all. */
export function failedMailsSince(db: Db, since: Date, limit: number) {
  return db
    .selectFrom('outbox')
    .select(['template', 'failed_at', total])
    .where('failed_at', '>=', since)
    .where('bounced_at', 'is', null)
    .orderBy('failed_at')
    .limit(limit)
    .execute()
}

/** A mail that was accepted and came back later; undefined where none is found that did not come back before. */
export async function markBounced(
  db: Db,
  { message_id, addresses }: { message_id: string | undefined; addresses: string[] | undefined },
  { bounced_at, bounce }: Bounced,
): Promise<{ id: number; template: string } | undefined> {
  const is_named = message_id === undefined ? sql`true` : sql`message_id = ${message_id}`
  const is_to = addresses === undefined ? sql`true` : sql`to_address = any (${addresses}::text[])`
  const { rows } = await sql<{ id: number; template: string }>`
    update outbox set bounced_at = ${bounced_at}, bounce = ${bounce}
      where id = (select id from outbox where ${is_named} and ${is_to} and sent_at is not null order by id desc limit 1) and bounced_at is null
      returning id, template`.execute(db)
  return rows[0]
}

export function bouncedMailsSince(db: Db, since: Date, limit: number) {
  return db
    .selectFrom('outbox')
    .select(['to_address', 'bounced_at', 'bounce', total])
    .where('bounced_at', '>=', since)
    .orderBy('bounced_at')
    .limit(limit)
    .execute()
}
