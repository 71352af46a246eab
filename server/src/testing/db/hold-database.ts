import { pino } from 'pino'
import { type OwnedDatabase, openDatabase } from '#db/db.ts'
import { openDataDir } from '#db/embedded/data-dir.ts'
import { isStartProblem } from '#db/start-problem.ts'

/** Opens the data folder like main.ts, and nothing else. */
export async function holdDatabase(dataDir: string): Promise<OwnedDatabase> {
  const log = pino({ level: 'silent' })
  const folder = openDataDir(dataDir, log)
  try {
    const database = await openDatabase({ databaseUrl: undefined, dataDir, log })
    return { ...database, close: () => database.close().then(folder.release) }
  } catch (e) {
    folder.release()
    throw e
  }
}

/** A process that tests can kill: it commits one more row to `kept` and keeps running. */
async function run(dataDir: string) {
  try {
    const { pool } = await holdDatabase(dataDir)
    await pool.query('create table if not exists kept (n int)')
    await pool.query('insert into kept values (1)')
    process.stdout.write('ready\n')
  } catch (e) {
    process.stdout.write(isStartProblem(e) ? `${e.message}\n` : `unexpected ${e}\n`)
    process.exit(1)
  }
}

if (import.meta.main) await run(process.argv[2] ?? '')
