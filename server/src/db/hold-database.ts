import { pino } from 'pino'
import { openDataDir } from './data-dir.ts'
import { openDatabase } from './db.ts'
import { isStartProblem } from './start-problem.ts'

// What main.ts does with the data folder and nothing else, as a process that tests can kill: node hold-database.ts DIR
const [dataDir = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })

try {
  openDataDir(dataDir, log)
  const { pool } = await openDatabase({ databaseUrl: undefined, dataDir, log })
  await pool.query('create table if not exists kept (n int)')
  await pool.query('insert into kept values (1)')
  process.stdout.write('ready\n')
} catch (e) {
  process.stdout.write(isStartProblem(e) ? `${e.message}\n` : `unexpected ${e}\n`)
  process.exit(1)
}
