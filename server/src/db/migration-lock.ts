import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

// Any fixed number that nothing else on a shared database server is likely to lock.
export const MIGRATION_LOCK = 7_078_452_063
const ASK_AGAIN_MS = 200

/**
 * Polls for its turn: a statement that waited inside the database would hold a snapshot, for whose end a concurrent
 * index build waits in turn.
 */
export async function takeTurn(client: pg.ClientBase, onWait: () => void = () => undefined): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [MIGRATION_LOCK])
    if (rows[0].is_ours) return
    if (tries === 0) onWait()
    await pause(ASK_AGAIN_MS)
  }
}
