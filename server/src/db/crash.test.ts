import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { holdDatabase } from '#testing/db/hold-database.ts'
import type { Database } from './db.ts'
import { findBinaries } from './embedded/binaries.ts'
import { clusterUser } from './embedded/cluster-user.ts'
import { chooseLauncher } from './embedded/launcher.ts'
import { clusterProcesses } from './embedded/leftovers.ts'
import { spawnPostmaster, untilReady } from './embedded/postmaster.ts'
import { signal } from './process-facts.ts'

// Real servers on a busy machine take their time; no test here is about speed.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const log = pino({ level: 'silent' })
const location = mkdtempSync(join(tmpdir(), 'portico-crash-'))
chmodSync(location, 0o711)
afterAll(() => rmSync(location, { recursive: true, force: true }))

const dir = join(location, 'data')
let rows = 0

/** A separate server process that has committed one more row to `kept`. */
async function holdElsewhere(dataDir: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/db/hold-database.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await once(child.stdout, 'data')
  expect(String(output)).toBe('ready\n')
  return child
}

async function killed(child: ReturnType<typeof spawn>) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const postmasterPid = (dataDir: string) => Number.parseInt(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8'), 10)
const stored = async ({ pool }: Database) => Number((await pool.query('select count(*)::int as n from kept')).rows[0].n)

async function soon(check: () => Promise<boolean>) {
  const end = Date.now() + 10_000
  while (!(await check().catch(() => false))) {
    if (Date.now() > end) throw new Error('the condition was not met within ten seconds')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('after kill -9 of the server: the next start has every committed row', async () => {
  const server = await holdElsewhere(dir)
  rows += 1
  await killed(server)
  const database = await holdDatabase(dir)
  expect(await stored(database)).toBe(rows)
  await database.close()
})

test('after kill -9 of the server and the database together: the next start has every committed row', async () => {
  const server = await holdElsewhere(dir)
  rows += 1
  signal(postmasterPid(dir), 'SIGKILL')
  await killed(server)
  const database = await holdDatabase(dir)
  expect(await stored(database)).toBe(rows)
  await database.close()
})

test('after kill -9 of the server, a database still running on the folder is stopped and replaced', async () => {
  const pgDir = join(dir, 'pg')
  const binaries = findBinaries()
  const launcher = chooseLauncher(clusterUser(pgDir), binaries, dir, '')
  const orphan = spawnPostmaster(pgDir, binaries.postgres, launcher, true)
  await untilReady(orphan, pgDir, log)
  const database = await holdDatabase(dir)
  expect(orphan.hasEnded()).toBe(true)
  expect(await stored(database)).toBe(rows)
  await database.close()
})

test('a lock file naming a recycled pid does not block, and that process is left alone', async () => {
  const { uid, gid } = statSync(join(dir, 'pg'))
  const stranger = spawn('sleep', ['100'], { uid, gid, cwd: '/' })
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    writeFileSync(join(dir, 'pg', name), `${stranger.pid}\n${join(dir, 'pg')}\n`)
  }
  const database = await holdDatabase(dir)
  expect(await stored(database)).toBe(rows)
  expect(stranger.exitCode).toBe(null)
  stranger.kill()
  await database.close()
})

test('after kill -9 of the database alone: requests succeed again without a restart of the server', async () => {
  const database = await holdDatabase(dir)
  const held = await database.pool.connect()
  // A child that computes does not notice the death of its parent and keeps the shared memory in use.
  const busy = database.pool.query(`do $$ begin loop perform 1; end loop; end $$`).catch((e) => e)
  await held.query('begin')
  const first = postmasterPid(dir)
  signal(first, 'SIGKILL')
  await soon(async () => (await stored(database)) === rows)
  expect(postmasterPid(dir)).not.toBe(first)
  expect(await busy).toBeInstanceOf(Error)
  held.release()
  expect(await stored(database)).toBe(rows)
  await database.close()
  // A process that has been killed is listed until it is gone.
  await expect.poll(() => clusterProcesses(join(dir, 'pg'))).toEqual([])
})

test('after kill -9 of one connection: the database recovers automatically', async () => {
  const database = await holdDatabase(dir)
  const { rows: found } = await database.pool.query('select pg_backend_pid() as pid')
  signal(found[0].pid, 'SIGKILL')
  await soon(async () => (await stored(database)) === rows)
  await database.close()
})

test('after kill -9 of the database while the server stops: nothing is started again', async () => {
  const database = await holdDatabase(dir)
  signal(postmasterPid(dir), 'SIGKILL')
  await database.close()
  expect(clusterProcesses(join(dir, 'pg'))).toEqual([])
  expect(existsSync(join(dir, 'lock'))).toBe(false)
})
