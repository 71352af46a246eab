import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { openDatabase } from '#db/db.ts'
import { openDataDir } from '#db/embedded/data-dir.ts'
import { reachEmbedded } from '#db/embedded/embedded.ts'
import type { Log } from '#db/log.ts'
import { createPool } from '#db/pool.ts'
import { startProblem } from '#db/start-problem.ts'
import type { Env } from '#env/env.ts'

type Where = Pick<Env, 'data_dir' | 'database_url' | 'database_owner_url'>
export interface Opened {
  pool: pg.Pool
  close(): Promise<void>
}

/** Opens the database as its owner, beside a running server or without one. */
export async function openForReading(env: Where, is_running: boolean, log: Log): Promise<Opened> {
  if (env.database_url || !is_running) {
    if (!env.database_url && !existsSync(join(env.data_dir, 'pg')))
      throw startProblem(
        `There is no database in ${env.data_dir}. Set DATA_DIR or DATABASE_URL as the server has them.`,
      )
    return openAlone(env, log)
  }
  const address = reachEmbedded(env.data_dir)
  const pool = createPool(address.url, log, 1)
  return {
    pool,
    close: async () => {
      await pool.end()
      address.close()
    },
  }
}

/** Opens the database while no server runs on this data folder. */
export async function openAlone(env: Where, log: Log): Promise<Opened> {
  // An external database needs no lock on the data folder: other instances may continue.
  const folder = env.database_url ? undefined : openDataDir(env.data_dir, log)
  try {
    const { database_url: databaseUrl, database_owner_url: ownerUrl, data_dir: dataDir } = env
    const database = await openDatabase({ databaseUrl, ownerUrl, dataDir, log })
    return {
      pool: database.pool,
      close: async () => {
        await database.close()
        folder?.release()
      },
    }
  } catch (error) {
    folder?.release()
    throw error
  }
}
