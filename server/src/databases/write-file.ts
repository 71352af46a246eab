import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FieldType, FileFormat } from '@portico/contract/databases.ts'
import type { SchemaElement } from 'hyparquet'
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

const PARQUET_TYPES: Record<FieldType, Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  decimal: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
}
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
  const { fileWriter, parquetWriteRows } = await import('hyparquet-writer')
  const columns = fields.map(
    ({ name, type, nullable }): SchemaElement => ({
      name,
      ...PARQUET_TYPES[type],
      repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
    }),
  )
  await parquetWriteRows({
    writer: fileWriter(filename),
    columns: fields.map(({ name }) => ({ name })),
    schema: [{ name: 'root', num_children: columns.length }, ...columns],
    rows: asParquet(records, new Map(fields.map(({ name, type }) => [name, type]))),
    rowGroupSize: ROW_GROUP,
  })
}

/** Whole numbers are 64 bits wide in the file, days a number that readers show as a date. */
function* asParquet(records: Iterable<DataRecord>, types: ReadonlyMap<string, FieldType>) {
  for (const record of records)
    yield Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        if (types.get(name) === 'integer' && typeof value === 'number') return [name, BigInt(value)]
        if (types.get(name) === 'date' && typeof value === 'string') return [name, new Date(value)]
        return [name, value]
      }),
    )
}
