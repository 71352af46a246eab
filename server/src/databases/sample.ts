import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { sampleFile } from '@portico/contract/database-files.ts'
import { type databases, SAMPLE_RECORDS, SAMPLE_SHOWN } from '@portico/contract/databases.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type * as z from 'zod/mini'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { fileName, readStored, type StoredCtx } from './files.ts'
import { type DataRecord, generate } from './generators.ts'
import { gunzipped } from './gunzipped.ts'
import { type Offer, offerOf } from './shop.ts'
import { findFile } from './store.ts'
import { cellsOf, textLines } from './write-file.ts'

export async function getSample(ctx: UserCtx, { id, location }: Input<typeof databases.getSample>) {
  const offer = await offerOf(ctx, id)
  const records = await firstRecords(ctx, offer, location, SAMPLE_SHOWN)
  return {
    version: offer.current.version,
    records: records.map((record) => cellsOf(offer.source.fields, record)),
  }
}

export async function sampleLines(ctx: UserCtx, { id, location, format }: z.output<typeof sampleFile.input>) {
  const offer = await offerOf(ctx, id)
  const records = await firstRecords(ctx, offer, location, SAMPLE_RECORDS)
  return {
    name: `${id}-${offer.current.version}-${location}-sample.${format}`,
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    lines: asLines(textLines(format, offer.source.fields, records)),
  }
}

async function* asLines(lines: Iterable<string>): AsyncGenerator<string> {
  yield* lines
}

/** The beginning of the sold file itself. */
async function firstRecords(
  ctx: StoredCtx & Pick<Ctx, 'db'>,
  { source, current }: Offer,
  location: string,
  count: number,
): Promise<DataRecord[]> {
  const records = current.locations[location]
  if (records === undefined) throw new Problem('unknown_database')
  const { version, is_published } = current
  if (!is_published && source.generator)
    return [...generate({ generator: source.generator, version, location, records: Math.min(records, count) })]
  const key = { database_id: source.id, version, location, format: 'jsonl' as const }
  const file = await findFile(ctx.db, key)
  if (!file) throw new Error(`${fileName(key)} was published but is not recorded`)
  return firstLines(await readStored(ctx, file), count)
}

async function firstLines(packed: Readable, count: number): Promise<DataRecord[]> {
  const records: DataRecord[] = []
  const text = gunzipped(packed)
  for await (const line of createInterface({ input: text })) {
    records.push(JSON.parse(line))
    if (records.length === count) break
  }
  text.destroy()
  if (text.errored && records.length < count) throw text.errored
  return records
}
