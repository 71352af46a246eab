import { createHash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import { timeOfCall } from '#crypto/call-id.ts'
import type { MovedKind } from '#ctx/moved-days.ts'
import { COLUMNS, PERSONAL, SEALED, schemaOf } from './columns.ts'
import type { Row } from './seal-rows.ts'

export const ROW_GROUP = 20_000
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
  const parse = async (rowStart: number, rowEnd: number, only?: string[]): Promise<Row[]> => {
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
  }
  let last: { start: number; names: string; rows: Row[] } | undefined
  return {
    rows: Number(metadata.num_rows),
    async read(from, to, only) {
      const names = String(only)
      const parts: Row[][] = []
      let start = 0
      for (const { num_rows } of metadata.row_groups) {
        const end = start + Number(num_rows)
        if (start < to && from < end) {
          // The library parses a whole group for any of its rows, and the next read is mostly of the same group.
          if (last?.start !== start || last.names !== names)
            last = { start, names, rows: await parse(start, end, only) }
          parts.push(last.rows.slice(Math.max(from - start, 0), to - start))
        }
        start = end
      }
      return parts.flat()
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
