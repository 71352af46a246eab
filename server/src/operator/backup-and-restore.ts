import { pino } from 'pino'
import { makeBackup, openAlone, openForReading, restoreBackup } from '#backup/index.ts'
import { openPool } from '#db/db.ts'
import { SCHEMA } from '#db/schema-folders.ts'
import { readEnv } from '#env/env.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { VERSION } from '../version.ts'
import type { Result } from './command.ts'

const log = pino({ level: 'silent' })
const report = (line: string) => process.stderr.write(`${line}\n`)

/** Reads the database itself when no server runs. */
export async function backUp(folder: string, is_running: boolean): Promise<Result> {
  const env = readEnv()
  const { pool, close } = await openForReading(env, is_running, log)
  try {
    const client = await pool.connect()
    const data = await makeBackup(client, { folder, data_dir: env.data_dir, version: VERSION, report }).finally(() =>
      client.release(true),
    )
    const rows = data.tables.reduce((sum, table) => sum + table.rows, 0)
    const secret = env.secret ? 'SECRET of your settings' : `${env.data_dir}/secret`
    const text = `${folder}: ${rows} rows, ${data.files} files, as of ${data.taken_at}\nKeep ${secret} elsewhere: without it no API password, session or sealed value can be used.`
    return { data, text }
  } finally {
    await close()
  }
}

export async function restore(folder: string): Promise<Result> {
  const env = readEnv()
  const { pool, close } = await openAlone(env, log)
  try {
    const restored = await restoreBackup(pool, { folder, data_dir: env.data_dir, schema: SCHEMA, log, report })
    const books = await checkBooks({ db: openPool(pool, false).db })
    if (!books.balanced) process.exitCode = 1
    const state = books.balanced
      ? `balanced: ${books.transactions} transactions, ${books.accounts} accounts`
      : books.discrepancies.join('\n')
    return {
      data: { taken_at: restored.taken_at, ...books },
      text: `restored as of ${restored.taken_at}; books ${state}\nStart the server with the SECRET of that time.`,
    }
  } finally {
    await close()
  }
}
