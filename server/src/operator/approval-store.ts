import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

type Row = Selectable<Tables['approvals']>

/** With the people by their names, and the customer by their address. */
export interface ApprovalRow extends Row {
  requester: string
  decider: string | null
  customer: string | null
}

/** Returns false where the same person already waits for the very same. */
export async function insertApproval(db: Db, row: Insertable<Tables['approvals']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('approvals')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A request that was not decided in time does not stop the same one from being made again. */
export async function markExpired(db: Db, requested_by: number, now: Date): Promise<void> {
  await db
    .updateTable('approvals')
    .set({ decision: 'expired' })
    .where('requested_by', '=', requested_by)
    .where('decision', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
}

function approvals(db: Db) {
  return db
    .selectFrom('approvals as a')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .leftJoin('users as c', 'c.id', 'a.owner_id')
    .selectAll('a')
    .select(['r.email as requester', 'd.email as decider', 'c.email as customer'])
}

/** Oldest first where they wait, so that none is forgotten; the others newest first. */
export function listApprovals(db: Db, { waits, now, limit }: { waits: boolean; now: Date; limit: number }) {
  return approvals(db)
    .where((eb) =>
      waits
        ? eb.and([eb('a.decision', 'is', null), eb('a.expires_at', '>', now)])
        : eb.or([eb('a.decision', 'is not', null), eb('a.expires_at', '<=', now)]),
    )
    .orderBy('a.requested_at', waits ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}

export function findApproval(db: Db, id: string): Promise<ApprovalRow | undefined> {
  return approvals(db).where('a.id', '=', id).executeTakeFirst()
}

interface Decision {
  decision: 'approved' | 'rejected'
  decided_by: number
  decided_at: Date
  decision_reason: string
}

/** Only the first decision counts: of several at once, one gets true. */
export async function decide(db: Db, id: string, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('approvals')
    .set(decision)
    .where('id', '=', id)
    .where('decision', 'is', null)
    .where('expires_at', '>', decision.decided_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function finish(
  db: Db,
  id: string,
  outcome: { finished_at: Date; result?: string; failure?: string },
): Promise<void> {
  await db.updateTable('approvals').set(outcome).where('id', '=', id).execute()
}
