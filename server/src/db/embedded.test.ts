import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { clusterUser } from './cluster-user.ts'
import { openDataDir } from './data-dir.ts'
import { type Database, openDatabase } from './db.ts'
import { chooseLauncher } from './launcher.ts'
import { clusterTag } from './leftovers.ts'
import { spawnPostmaster, untilReady } from './postmaster.ts'
import { bornAt, commandOf, livingPids, signal } from './process-facts.ts'

const log = pino({ level: 'silent' })
let place: string

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'portico-embedded-'))
  chmodSync(place, 0o711)
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

async function open(dataDir: string) {
  const folder = openDataDir(dataDir, log)
  try {
    const database = await openDatabase({ databaseUrl: undefined, dataDir, log })
    return { ...database, close: () => database.close().then(folder.release) }
  } catch (e) {
    folder.release()
    throw e
  }
}

/** A server process of its own that has committed one more row to `kept`. */
async function holdElsewhere(dataDir: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hold-database.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('ready\n')
  return child
}

async function killed(child: ReturnType<typeof spawn>) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const postmasterPid = (dataDir: string) => Number.parseInt(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8'), 10)
const kept = async ({ pool }: Database) => Number((await pool.query('select count(*)::int as n from kept')).rows[0].n)

function processesOf(dataDir: string): number[] {
  const tag = clusterTag(join(dataDir, 'pg'))
  return livingPids().filter((pid) => bornAt(pid) && commandOf(pid).includes(tag))
}

async function soon(check: () => Promise<boolean>) {
  const end = Date.now() + 10_000
  while (!(await check().catch(() => false))) {
    if (Date.now() > end) throw new Error('not within ten seconds')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('starting and stopping', () => {
  test('the socket is the only door, the product is no superuser, and nothing runs after close', async () => {
    const dir = join(place, 'plain')
    const database = await open(dir)
    const { rows } = await database.pool.query(`
      select current_user as who, current_database() as what, current_setting('listen_addresses') as tcp,
        current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as waits, current_setting('timezone') as zone,
        pg_encoding_to_char(encoding) as encoding, (select rolsuper from pg_roles where rolname = current_user) as super
      from pg_database where datname = current_database()`)
    expect(rows[0]).toEqual({
      who: 'portico',
      what: 'portico',
      tcp: '',
      checksums: 'on',
      fsync: 'on',
      waits: 'on',
      zone: 'UTC',
      encoding: 'UTF8',
      super: false,
    })
    expect(statSync(join(dir, 'pg')).mode & 0o777).toBe(0o700)
    await database.close()
    await database.close()
    expect(processesOf(dir)).toEqual([])
    expect(readdirSync(dir)).toEqual(['pg'])
  })

  test('a path with blanks and quotes, longer than a socket address may be, works', async () => {
    const dir = join(place, `it's "a" folder, ${'x'.repeat(120)}`)
    const database = await open(dir)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    const link = new URL(database.pool.options.connectionString ?? '').searchParams.get('host') ?? ''
    expect(existsSync(link)).toBe(true)
    await database.close()
    expect(existsSync(dirname(link))).toBe(false)
  })

  test('a first start that was killed half way leaves nothing in the way', async () => {
    const dir = join(place, 'half')
    mkdirSync(join(dir, 'pg.draft-abc'), { recursive: true, mode: 0o711 })
    writeFileSync(join(dir, 'pg.draft-abc/PG_VERSION'), '18')
    chmodSync(dir, 0o711)
    await (await open(dir)).close()
    expect(readdirSync(dir)).toEqual(['pg'])
  })

  test('a cluster of another major version and a folder that is no cluster are refused untouched', async () => {
    const dir = join(place, 'other')
    mkdirSync(join(dir, 'pg'), { recursive: true })
    writeFileSync(join(dir, 'pg/notes.txt'), 'mine')
    await expect(open(dir)).rejects.toThrow(/pg holds files but no PostgreSQL database\. Move it away/)
    writeFileSync(join(dir, 'pg/PG_VERSION'), '16\n')
    await expect(open(dir)).rejects.toThrow(/was written by PostgreSQL 16, and this Portico brings PostgreSQL 18\./)
    expect(readdirSync(join(dir, 'pg')).sort()).toEqual(['PG_VERSION', 'notes.txt'])
  })

  test('a cluster that cannot start says why in one line', async () => {
    const dir = join(place, 'plain')
    const control = join(dir, 'pg/global/pg_control')
    const content = readFileSync(control)
    writeFileSync(control, content.subarray(0, 100))
    await expect(open(dir)).rejects.toThrow(/^PostgreSQL in .+ did not start: .*pg_control.*$/)
    writeFileSync(control, content)
    await (await open(dir)).close()
  })
})

describe('after kill -9', () => {
  let dir: string
  let rows = 0

  beforeAll(() => {
    dir = join(place, 'crash')
  })

  test('of the server: the next start has every committed row', async () => {
    const server = await holdElsewhere(dir)
    rows += 1
    await killed(server)
    const database = await open(dir)
    expect(await kept(database)).toBe(rows)
    await database.close()
  })

  test('of the server and the database together: the next start has every committed row', async () => {
    const server = await holdElsewhere(dir)
    rows += 1
    signal(postmasterPid(dir), 'SIGKILL')
    await killed(server)
    const database = await open(dir)
    expect(await kept(database)).toBe(rows)
    await database.close()
  })

  test('of the server, a database still running on the folder is stopped and replaced', async () => {
    const pgDir = join(dir, 'pg')
    const binaries = findBinaries()
    const launcher = chooseLauncher(clusterUser(pgDir), binaries, dir, '')
    const orphan = spawnPostmaster(pgDir, binaries.postgres, launcher, true)
    await untilReady(orphan, pgDir, log)
    const database = await open(dir)
    expect(orphan.hasEnded()).toBe(true)
    expect(await kept(database)).toBe(rows)
    await database.close()
  })

  test('a lock file naming a recycled pid does not block, and that process is left alone', async () => {
    const { uid, gid } = statSync(join(dir, 'pg'))
    const stranger = spawn('sleep', ['100'], { uid, gid, cwd: '/' })
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      writeFileSync(join(dir, 'pg', name), `${stranger.pid}\n${join(dir, 'pg')}\n`)
    }
    const database = await open(dir)
    expect(await kept(database)).toBe(rows)
    expect(stranger.exitCode).toBe(null)
    stranger.kill()
    await database.close()
  })

  test('of the database alone: requests succeed again without a restart of the server', async () => {
    const database = await open(dir)
    const held = await database.pool.connect()
    // A child that computes does not notice the death of its parent and keeps the shared memory in use.
    const busy = database.pool.query(`do $$ begin loop perform 1; end loop; end $$`).catch((e) => e)
    await held.query('begin')
    const first = postmasterPid(dir)
    signal(first, 'SIGKILL')
    await soon(async () => (await kept(database)) === rows)
    expect(postmasterPid(dir)).not.toBe(first)
    expect(await busy).toBeInstanceOf(Error)
    held.release()
    expect(await kept(database)).toBe(rows)
    await database.close()
    expect(processesOf(dir)).toEqual([])
  })

  test('of one connection: the database recovers by itself', async () => {
    const database = await open(dir)
    const { rows: found } = await database.pool.query('select pg_backend_pid() as pid')
    signal(found[0].pid, 'SIGKILL')
    await soon(async () => (await kept(database)) === rows)
    await database.close()
  })

  test('of the database while the server stops: nothing is started again', async () => {
    const database = await open(dir)
    signal(postmasterPid(dir), 'SIGKILL')
    await database.close()
    expect(processesOf(dir)).toEqual([])
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })
})
