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
import { afterAll, expect, test, vi } from 'vitest'
import { holdDatabase } from '#testing/db/hold-database.ts'
import { clusterProcesses } from './leftovers.ts'

// Real servers on a busy machine take their time; no test here is about speed.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const location = mkdtempSync(join(tmpdir(), 'portico-embedded-'))
chmodSync(location, 0o711)
afterAll(() => rmSync(location, { recursive: true, force: true }))

test('the socket is the only way in, the product is no superuser, and nothing runs after close', async () => {
  const dir = join(location, 'plain')
  const database = await holdDatabase(dir)
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
  expect(clusterProcesses(join(dir, 'pg'))).toEqual([])
  expect(readdirSync(dir)).toEqual(['pg'])
})

test('a path with blanks and quotes, longer than a socket address may be, works', async () => {
  const dir = join(location, `it's "a" folder, ${'x'.repeat(120)}`)
  const database = await holdDatabase(dir)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  const link = new URL(database.pool.options.connectionString ?? '').searchParams.get('host') ?? ''
  expect(existsSync(link)).toBe(true)
  await database.close()
  expect(existsSync(dirname(link))).toBe(false)
})

test('a first start that was killed half way does not block the next', async () => {
  const dir = join(location, 'half')
  mkdirSync(join(dir, 'pg.draft-abc'), { recursive: true, mode: 0o711 })
  writeFileSync(join(dir, 'pg.draft-abc/PG_VERSION'), '18')
  chmodSync(dir, 0o711)
  await (await holdDatabase(dir)).close()
  expect(readdirSync(dir)).toEqual(['pg'])
})

test('a cluster of another major version and a folder that is no cluster are refused untouched', async () => {
  const dir = join(location, 'other')
  mkdirSync(join(dir, 'pg'), { recursive: true })
  writeFileSync(join(dir, 'pg/notes.txt'), 'mine')
  await expect(holdDatabase(dir)).rejects.toThrow(/pg holds files but no PostgreSQL database\. Move it away/)
  writeFileSync(join(dir, 'pg/PG_VERSION'), '16\n')
  await expect(holdDatabase(dir)).rejects.toThrow(
    /was written by PostgreSQL 16, and this Portico brings PostgreSQL 18\./,
  )
  expect(readdirSync(join(dir, 'pg')).sort()).toEqual(['PG_VERSION', 'notes.txt'])
})

test('a cluster that cannot start reports the reason in one line', async () => {
  const dir = join(location, 'plain')
  const control = join(dir, 'pg/global/pg_control')
  const content = readFileSync(control)
  writeFileSync(control, content.subarray(0, 100))
  await expect(holdDatabase(dir)).rejects.toThrow(/^PostgreSQL in .+ did not start: .*pg_control.*$/)
  writeFileSync(control, content)
  await (await holdDatabase(dir)).close()
})
