import type { ChannelApp } from '@portico/contract/alert-channels.ts'
import type { Db } from '#db/db.ts'

export interface ChannelRow {
  id: number
  owner_id: number
  app: ChannelApp
  name: string
  host: string
  sealed: Buffer
  created_at: Date
}

export function channelsOf(db: Db, owner_id: number): Promise<ChannelRow[]> {
  return db.selectFrom('alert_channels').selectAll().where('owner_id', '=', owner_id).orderBy('id').execute()
}

export function channelById(db: Db, id: number): Promise<ChannelRow | undefined> {
  return db.selectFrom('alert_channels').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the id; undefined where the account has a channel of this name. */
export async function insertChannel(db: Db, row: Omit<ChannelRow, 'id'>): Promise<number | undefined> {
  const made = await db
    .insertInto('alert_channels')
    .values(row)
    .onConflict((on) => on.columns(['owner_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export async function deleteChannel(db: Db, owner_id: number, id: number): Promise<ChannelRow | undefined> {
  return db
    .deleteFrom('alert_channels')
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
