import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openTestDatabase } from './database.ts'
import { startTestServer } from './server.ts'

// A real server can be slow on a busy machine, and no test here measures speed.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

test('each test file gets its own migrated database, which is dropped afterwards', async () => {
  const migrations = mkdtempSync(join(tmpdir(), 'portico-template-'))
  writeFileSync(join(migrations, '0001_things.sql'), 'create table things (n int)')
  const { server, stop } = await startTestServer({ migrations, version: '1.0.0' })
  rmSync(migrations, { recursive: true })
  const [a, b] = await Promise.all([openTestDatabase(server), openTestDatabase(server)])
  await a.owner.query('insert into things values (1)')
  expect((await b.owner.query('select n from things')).rows).toEqual([])
  await a.close()
  const left = await b.pool.query('select datname from pg_database where datname = any($1) order by datname', [
    [server.template, a.name, b.name],
  ])
  expect(left.rows.map((row) => row.datname)).toEqual([server.template, b.name].sort())
  await b.close()
  await stop()
})
