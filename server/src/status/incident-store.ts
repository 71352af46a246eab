import type { Impact, IncidentState } from '@portico/contract/operator-incidents.ts'
import type { Db } from '#db/db.ts'

export interface UpdateRow {
  id: number
  incident: string
  at: Date
  state: IncidentState
  impact: Impact
  /** Empty: all. */
  apis: string[]
  /** By language. */
  texts: Record<string, string>
}

const COLUMNS = ['id', 'incident', 'at', 'state', 'impact', 'apis', 'texts'] as const

export async function insertUpdate(db: Db, row: Omit<UpdateRow, 'id'>): Promise<number> {
  const { id } = await db
    .insertInto('incident_updates')
    .values({ ...row, texts: JSON.stringify(row.texts) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function updatesOf(db: Db, incident: string): Promise<UpdateRow[]> {
  return db.selectFrom('incident_updates').select(COLUMNS).where('incident', '=', incident).orderBy('id').execute()
}

/** All updates of incidents that had one since then, oldest first. */
export function updatesSince(db: Db, since: Date): Promise<UpdateRow[]> {
  return db
    .selectFrom('incident_updates')
    .select(COLUMNS)
    .where('incident', 'in', (from) => from.selectFrom('incident_updates').select('incident').where('at', '>=', since))
    .orderBy('id')
    .execute()
}

/** Updates with a number above this one, oldest first. */
export function updatesAfter(db: Db, id: number): Promise<UpdateRow[]> {
  return db.selectFrom('incident_updates').select(COLUMNS).where('id', '>', id).orderBy('id').execute()
}

export async function deleteIncident(db: Db, incident: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('incident_updates').where('incident', '=', incident).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function newestUpdate(db: Db): Promise<number> {
  const row = await db
    .selectFrom('incident_updates')
    .select((of) => of.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
