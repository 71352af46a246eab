import { createHash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import { timeOfCall } from '#crypto/call-id.ts'
import type { MovedKind } from '#ctx/moved-days.ts'
import { COLUMNS, PERSONAL, SEALED, schemaOf } from './columns.ts'
import type { Row } from './seal-rows.ts'

const ROW_GROUP = 20_000
const LEVEL = 9

/** Writes rows as they come: a group of them is in memory at a time. */
export async function writeDay(path: string, kind: MovedKind, rows: AsyncIterable<Row>): Promise<void> {
  const { fileWriter, parquetWriteRows } = await import('hyparquet-writer')
  const schema = schemaOf(kind)
  await parquetWriteRows({
    writer: fileWriter(path),
    schema,
    columns: schema.slice(1).map(({ name }) => ({ name })),
    rows: asParquet(kind, rows),
    rowGroupSize: ROW_GROUP,
    codec: 'ZSTD',
    compressors: {
      ZSTD: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }),
    },
  })
}

async function* asParquet(kind: MovedKind, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const wide = COLUMNS[kind].filter(({ type }) => type === 'bigint').map(({ name }) => name)
  for await (const { at: _, ...row } of rows) {
    for (const name of wide) if (typeof row[name] === 'number') row[name] = BigInt(row[name])
    if (row.request_id === row.id) row.request_id = null
    yield row
  }
}

export interface DayFile {
  rows: number
  /** Rows of the file by their number, still sealed; the groups they are in are read by range. */
  read(from: number, to: number, only?: string[]): Promise<Row[]>
}

export async function openDay(kind: MovedKind, file: AsyncBuffer): Promise<DayFile> {
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet')
  const metadata: FileMetaData = await parquetMetadataAsync(file)
  const wide = COLUMNS[kind].filter(({ type }) => type === 'bigint').map(({ name }) => name)
  return {
    rows: Number(metadata.num_rows),
    async read(rowStart, rowEnd, only) {
      const rows: Row[] = await parquetReadObjects({
        file,
        metadata,
        rowStart,
        rowEnd,
        compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
        utf8: false,
        ...(only && { columns: only }),
      })
      if (only) return rows
      for (const row of rows) {
        for (const name of wide) if (typeof row[name] === 'bigint') row[name] = Number(row[name])
        if (kind === 'usage') row.request_id ??= row.id
        row.at = timeOfCall(String(row.id)).toISOString()
        for (const name of SEALED) row[name] ??= null
      }
      return rows
    },
  }
}

/** A hash over rows as they are in the database, whatever order their columns have. */
export function rowHash(kind: MovedKind) {
  const hash = createHash('sha256')
  const names = [...COLUMNS[kind].map(({ name }) => name), PERSONAL[kind].text, PERSONAL[kind].address]
  return {
    add: (row: Row) => void hash.update(`${JSON.stringify(names.map((name) => row[name] ?? null))}\n`),
    done: () => hash.digest('hex'),
  }
}
