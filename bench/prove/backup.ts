// A backup by the command line while the server answers calls, restored into a second data folder, and into a given PostgreSQL:
// every call answered before the backup began is in it, its books balance, and the server that starts on it takes the same API
// password. `npm run prove -- backup 2000` sets how many calls come before the backup.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startTestServer } from '../../server/src/testing/db/server.ts'
import { root } from '../../tools/ready/folders.mjs'
import { callUntilAnswered, DEMO, LIVE, readAuthorization } from '../gateway-client.ts'
import { freshFolder, runServer } from '../run-server.ts'

const calls = Number(process.argv[2] ?? 500)
const CALLERS = 8
const SECRET = 'the secret of the backup proof, long enough'
const folders = { first: freshFolder(), second: freshFolder(), third: freshFolder(), work: freshFolder() }
const backup = join(folders.work, 'backup')
const faults: string[] = []

function expectText(text: string, wanted: string, about: string): void {
  console.log(`${about}: ${text.trim().split('\n').at(-1)}`)
  if (!text.includes(wanted)) faults.push(`${about}: no "${wanted}" in ${text}`)
}

const given = await startTestServer()
try {
  const server = await runServer({ DATA_DIR: folders.first, SECRET, BOT_CHECK: 'off', NODE_ENV: 'development' })
  await server.operator('credit', DEMO.email, '1000', '--reason', 'backup proof')
  await server.operator(
    'login',
    'set',
    DEMO.email,
    '--per-minute',
    '1000000',
    '--simultaneous',
    '1000',
    '--reason',
    'proof',
  )
  const authorization = await readAuthorization(server.url)
  let answered = 0
  let is_over = false
  const caller = async () => {
    while (!is_over) {
      await callUntilAnswered(() => server, authorization, {
        path: LIVE,
        key: randomUUID(),
        keyword: `word ${answered % 50}`,
      })
      answered += 1
    }
  }
  const callers = Promise.all(Array.from({ length: CALLERS }, caller))
  while (answered < calls) await Promise.race([new Promise((resolve) => setTimeout(resolve, 50)), callers])
  const before = answered
  const since = performance.now()
  const made = JSON.parse(await server.operator('backup', backup, '--json'))
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  const after = answered
  is_over = true
  await callers
  const rows = (name: string) => made.tables.find((table: { name: string }) => table.name === name)?.rows ?? 0
  const bytes = made.tables.reduce((sum: number, table: { bytes: number }) => sum + table.bytes, 0)
  console.log(`${before} calls before, ${after} after; backup of ${bytes} bytes in ${seconds} s while they continued`)
  if (rows('usage_events') < before)
    faults.push(`${before} calls were answered, ${rows('usage_events')} are in the backup`)
  await server.stop()

  // Restored into a separate data folder, with the files of the first out of reach.
  mkdirSync(join(folders.work, 'away'))
  cpSync(backup, join(folders.work, 'away', 'copy'), { recursive: true })
  const portico = (env: Record<string, string>) => runCli({ ...env, SECRET })
  expectText(
    await portico({ DATA_DIR: folders.second })('restore', join(folders.work, 'away', 'copy')),
    'balanced',
    'restore, embedded',
  )
  const again = await runServer({ DATA_DIR: folders.second, SECRET, BOT_CHECK: 'off', NODE_ENV: 'development' })
  expectText(await again.operator('books'), 'balanced', 'books of the restored server')
  await callUntilAnswered(() => again, authorization, { path: LIVE, key: randomUUID(), keyword: 'after' })
  console.log('a call with the previous API password is answered')
  await again.stop()

  const name = 'portico_prove_restore'
  const admin = new pg.Client(given.server.adminUrl)
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(given.server.adminUrl)
  url.pathname = name
  expectText(
    await portico({ DATA_DIR: folders.third, DATABASE_URL: url.href })('restore', backup),
    'balanced',
    'restore, given database',
  )
} finally {
  await given.stop()
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

function runCli(settings: Record<string, string>) {
  return async (...args: string[]) => {
    const env = { ...process.env, NODE_ENV: 'production', ...settings }
    const { stdout } = await promisify(execFile)(process.execPath, ['server/src/operator/cli.ts', ...args], {
      cwd: root,
      env,
    })
    return stdout
  }
}
