import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { COLUMNS } from './columns.ts'
import { openDay, ROW_GROUP, writeDay } from './day-file.ts'

const COUNT = 2 * ROW_GROUP + 5
const ids = Array.from({ length: COUNT }, (_, n) => newCallId(new Date(Date.UTC(2026, 8, 1) + n)))

/** A value of the type in each required column. */
const VALUES = { uuid: ids[0], text: 'text', integer: 1, bigint: 1, boolean: false }
const shared = Object.fromEntries(
  COLUMNS.errors.map(({ name, type, is_optional }) => [name, is_optional ? null : VALUES[type]]),
)

async function* rows() {
  for (const [n, id] of ids.entries()) yield { ...shared, id, login_id: n }
}

test('rows are read from any group of a file and across its groups, and a group is fetched once for reads that follow each other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-day-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'day.parquet')
  await writeDay(path, 'errors', rows())
  const bytes = readFileSync(path)
  const fetched: number[] = []
  const file = await openDay('errors', {
    byteLength: bytes.length,
    slice: (from, to) => {
      fetched.push(from)
      return new Uint8Array(bytes.subarray(from, to)).buffer
    },
  })
  expect(file.rows).toBe(COUNT)
  const read = async (from: number, to: number, only?: string[]) =>
    (await file.read(from, to, only)).map(({ id, login_id }) => [id, login_id])
  const written = (from: number, to: number) => ids.slice(from, to).map((id, n) => [id, from + n])
  for (const [from, to] of [
    [0, 3],
    [ROW_GROUP - 2, ROW_GROUP + 2],
    [ROW_GROUP - 1, 2 * ROW_GROUP + 1],
    [COUNT - 3, COUNT],
    [1, 2],
  ] as const)
    expect(await read(from, to), `${from} to ${to}`).toEqual(written(from, to))
  expect(await read(1, 2, ['login_id'])).toEqual([[undefined, 1]])
  expect(await read(1, 2)).toEqual(written(1, 2))

  fetched.length = 0
  for (let at = 10; at < 20; at += 1) await file.read(at, at + 1)
  expect(fetched).toEqual([])
})
