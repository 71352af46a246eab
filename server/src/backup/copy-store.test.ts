import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyIn, copyOut } from './copy-store.ts'

/** As on every connection of ours, only shorter than any table takes. */
const LIMITED = { connectionString: inject('testServer').url, query_timeout: 1 }
const ROWS = 'select number from generate_series(1, 3) as number'
let client: pg.Client
let other: pg.Client

beforeAll(async () => {
  client = new pg.Client(LIMITED)
  other = new pg.Client(LIMITED.connectionString)
  await Promise.all([client.connect(), other.connect()])
})
afterAll(() => Promise.all([client.end(), other.end()]))

test('a table that takes longer to read than the statement timeout is read to its end', async () => {
  const slow = `copy (${ROWS}, pg_sleep(0.05)) to stdout`
  expect(await text(copyOut(client, slow))).toBe('1\n2\n3\n')
  expect(await text(copyOut(client, slow))).toBe('1\n2\n3\n')
})

test('a table that takes longer to fill than the statement timeout is filled to its end', async () => {
  const unlimited = { query_timeout: 60_000 }
  await client.query({ text: 'create temporary table filled (number integer)', ...unlimited })
  async function* slowly() {
    for (const number of [1, 2, 3]) {
      await other.query('select pg_sleep(0.02)')
      yield Buffer.from(`${number}\n`)
    }
  }
  expect(await copyIn(client, 'copy filled (number) from stdin', slowly())).toBe(3)
  const { rows } = await client.query({ text: 'select sum(number)::int as sum from filled', ...unlimited })
  expect(rows).toEqual([{ sum: 6 }])
})

test('an error of PostgreSQL ends the copy with its reason, and the connection stays usable', async () => {
  await expect(text(copyOut(client, 'copy (select 1 / 0) to stdout'))).rejects.toThrow('division by zero')
  const from = copyIn(client, 'copy nowhere (number) from stdin', (async function* () {})())
  await expect(from).rejects.toThrow('nowhere')
  expect(await text(copyOut(client, `copy (${ROWS}) to stdout`))).toBe('1\n2\n3\n')
})
