import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDatabase } from './test-database.ts'
import { startTestServer } from './test-server.ts'

test('each test file gets a migrated database of its own, and all are gone afterwards', async () => {
  const migrations = mkdtempSync(join(tmpdir(), 'portico-template-'))
  writeFileSync(join(migrations, '0001_things.sql'), 'create table things (n int)')
  const { server, stop } = await startTestServer(migrations)
  const [a, b] = await Promise.all([openTestDatabase(server), openTestDatabase(server)])
  await a.pool.query('insert into things values (1)')
  expect((await b.pool.query('select n from things')).rows).toEqual([])
  await a.close()
  const left = await b.pool.query(`select datname from pg_database where datname like 'portico_t%' order by datname`)
  expect(left.rows.map((row) => row.datname)).toEqual([server.template, b.name].sort())
  await b.close()
  await stop()
  rmSync(migrations, { recursive: true })
})
