import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { utcDay } from '@portico/contract/time.ts'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '#env/env.ts'
import { checkLocation } from './check-folder.ts'
import { type DataRecord, generate } from './generators.ts'
import { readDatabases } from './read-databases.ts'
import { writeFile } from './write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'databases-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const sources = readDatabases(readEnv({ NODE_ENV: 'test' }).provider_dir)
const RECORDS = 700

test('the provider sells several databases of some hundred thousand records, described in five languages', () => {
  const total = sources.flatMap(({ versions }) => Object.values(versions[0]?.locations ?? {}))
  expect(sources.length).toBeGreaterThanOrEqual(3)
  expect(total.reduce((sum, records) => sum + records, 0)).toBeGreaterThan(300_000)
  for (const { id, title, summary, description, fields, versions } of sources)
    for (const text of [title, summary, description, ...fields.map((f) => f.about), ...versions.map((v) => v.changes)])
      expect(Object.keys(text).toSorted(), `${id}: ${text.en}`).toEqual(['de', 'en', 'es', 'fr', 'ru'])
})

for (const { id, generator, fields, versions } of sources) {
  if (!generator) continue
  const make = (version = '2026-10', location = 'DE') => generate({ generator, version, location, records: RECORDS })

  test(`${id} has the same records every time, in the types of the dictionary, none twice`, () => {
    const records = [...make()]
    expect([...make()]).toEqual(records)
    expect(records).toHaveLength(RECORDS)
    const [key = ''] = fields.map(({ name }) => name)
    expect(new Set(records.map((record) => record[key])).size).toBe(RECORDS)
    for (const record of records) {
      expect(Object.keys(record)).toEqual(fields.map(({ name }) => name))
      for (const { name, type, nullable } of fields) expect(isOf(type, record[name], nullable), `${name}`).toBe(true)
    }
  })

  test(`${id} has other values in another version, and other records in another location`, () => {
    expect([...make('2026-11')]).not.toEqual([...make()])
    expect([...make('2026-10', 'FR')]).not.toEqual([...make()])
  })

  test(`${id} has the same records in JSONL, CSV and Parquet, with the same bytes each time`, async () => {
    const records = [...make()]
    const path = (format: string) => join(folder, `DE.${format}`)
    const written = {
      jsonl: await writeFile(path('jsonl.gz'), 'jsonl', fields, records),
      csv: await writeFile(path('csv.gz'), 'csv', fields, records),
      parquet: await writeFile(path('parquet'), 'parquet', fields, records),
    }
    const again = await writeFile(path('again'), 'jsonl', fields, make())
    expect(again).toEqual(written.jsonl)
    const lines = gunzipSync(readFileSync(path('jsonl.gz')))
      .toString('utf8')
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(records)
    const [head, ...rows] = gunzipSync(readFileSync(path('csv.gz')))
      .toString('utf8')
      .trimEnd()
      .split('\r\n')
    expect(head).toBe(fields.map(({ name }) => name).join(','))
    expect(rows).toEqual(
      records.map((record) =>
        Object.values(record)
          .map((cell) => cell ?? '')
          .join(','),
      ),
    )
    const read = await parquetReadObjects({ file: await asyncBufferFromFile(path('parquet')) })
    expect(read.map(asPlain)).toEqual(records)
    const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path('parquet')))
    const days = schema.filter(({ logical_type }) => logical_type?.type === 'DATE')
    expect(days.map(({ name }) => name)).toEqual(fields.filter(({ type }) => type === 'date').map(({ name }) => name))
    for (const day of days) expect(day).toMatchObject({ type: 'INT32', converted_type: 'DATE' })
    const source = { ...sources.find((one) => one.id === id) } as (typeof sources)[number]
    expect(await checkLocation(folder, { ...source, versions }, 'DE')).toBe(RECORDS)
  })
}

/** Whole numbers are 64 bits wide in Parquet, days are read as dates. */
function asPlain(record: Record<string, unknown>): DataRecord {
  const plain = (value: unknown) => {
    if (value instanceof Date) return utcDay(value)
    return typeof value === 'bigint' ? Number(value) : value
  }
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, plain(value)])) as DataRecord
}

function isOf(type: string, value: unknown, nullable: boolean): boolean {
  if (value === null) return nullable
  if (type === 'integer') return Number.isSafeInteger(value) && Number(value) >= 0
  if (type === 'decimal') return typeof value === 'number' && Number.isFinite(value)
  if (type === 'date') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return typeof value === type
}
