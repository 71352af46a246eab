import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FieldType, FileFormat } from '@portico/contract/databases.ts'
import { csvLine } from '#http/csv.ts'
import type { Cell, DataRecord } from './generators.ts'

export interface Field {
  name: string
  type: FieldType
  nullable: boolean
}

export interface Written {
  bytes: number
  sha256: string
}

const PARQUET_TYPES = {
  string: 'STRING',
  integer: 'INT64',
  decimal: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'STRING',
} as const satisfies Record<FieldType, string>
const ROW_GROUP = 20_000
const CHUNK = 500

/** Writes a file record by record: however many there are, only some are in memory at a time. */
export async function writeFile(
  path: string,
  format: FileFormat,
  fields: Field[],
  records: Iterable<DataRecord>,
): Promise<Written> {
  if (format === 'parquet') await writeParquet(path, fields, records)
  else
    await pipeline(Readable.from(chunksOf(textLines(format, fields, records))), createGzip(), createWriteStream(path))
  return { bytes: statSync(path).size, sha256: await hashFile(path) }
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** One line a record, in the order of the dictionary. */
export function* textLines(
  format: 'jsonl' | 'csv',
  fields: Pick<Field, 'name'>[],
  records: Iterable<DataRecord>,
): Generator<string> {
  if (format === 'csv') yield csvLine(fields.map(({ name }) => name))
  for (const record of records) {
    if (format === 'csv') yield csvLine(cellsOf(fields, record))
    else yield `${JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, record[name] ?? null])))}\n`
  }
}

export function cellsOf(fields: Pick<Field, 'name'>[], record: DataRecord): Cell[] {
  return fields.map(({ name }) => record[name] ?? null)
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let text = ''
  let count = 0
  for (const line of lines) {
    text += line
    count += 1
    if (count < CHUNK) continue
    yield text
    text = ''
    count = 0
  }
  if (text !== '') yield text
}

async function writeParquet(filename: string, fields: Field[], records: Iterable<DataRecord>): Promise<void> {
  const whole = new Set(fields.filter(({ type }) => type === 'integer').map(({ name }) => name))
  const { fileWriter, parquetWriteRows } = await import('hyparquet-writer')
  await parquetWriteRows({
    writer: fileWriter(filename),
    columns: fields.map(({ name, type, nullable }) => ({ name, type: PARQUET_TYPES[type], nullable })),
    rows: withBigInts(records, whole),
    rowGroupSize: ROW_GROUP,
  })
}

/** Whole numbers are 64 bits wide in the file. */
function* withBigInts(records: Iterable<DataRecord>, whole: ReadonlySet<string>) {
  for (const record of records)
    yield Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        whole.has(name) && typeof value === 'number' ? BigInt(value) : value,
      ]),
    )
}
