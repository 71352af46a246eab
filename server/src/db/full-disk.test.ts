import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app.ts'

const site = sharedApp()

const NO_SPACE = `raise exception 'could not extend file: No space left on device' using errcode = '53100'`
const ready = async () => (await site.browser().send({ path: '/readyz' })).text
const metric = async () => {
  const { text } = await site.browser().send({ path: '/metrics' })
  return /^portico_database_up (\d)$/m.exec(text)?.[1]
}

test('N7 a full disk makes the server not ready and the database not up, without flapping, until there is space again', async () => {
  const { admin, db } = site.database
  expect([await ready(), await metric()]).toEqual(['ready\n', '1'])
  await admin.query(`create function no_space() returns event_trigger language plpgsql as $$ begin ${NO_SPACE}; end $$`)
  await admin.query(
    `create event trigger no_space on ddl_command_start when tag in ('CREATE TABLE') execute function no_space()`,
  )
  await expect(sql.raw(`do $$ begin ${NO_SPACE}; end $$`).execute(db)).rejects.toMatchObject({ code: '53100' })
  const seen = new Set<string>()
  for (let look = 0; look < 12; look += 1) {
    // Statements that find space in old pages succeed meanwhile.
    await sql`delete from gateway_instances where false`.execute(db)
    seen.add(`${await ready()}${await metric()}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  expect([...seen]).toEqual(['not ready: the disk of the database is full\n0'])
  await admin.query('drop event trigger no_space')
  await expect.poll(ready, { timeout: 5000 }).toBe('ready\n')
  expect(await metric()).toBe('1')
})

test('a database that was made read-only is named by /readyz and by the metric at every look', async () => {
  const { admin, name } = site.database
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [name],
  )
  await expect.poll(ready, { timeout: 5000 }).toMatch(/^not ready: the database takes no writes/)
  for (let look = 0; look < 5; look += 1)
    expect([(await ready()).split(';')[0]?.trim(), await metric()]).toEqual([
      'not ready: the database takes no writes',
      '0',
    ])
  await admin.query('set default_transaction_read_only = off')
  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [name],
  )
  await expect.poll(ready, { timeout: 8000 }).toBe('ready\n')
})
