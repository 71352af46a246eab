import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { FILE_ENDINGS, FILE_FORMATS, type FileFormat } from '@portico/contract/databases.ts'
import { Problem } from '@portico/contract/problem.ts'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import * as z from 'zod/mini'
import type { DatabaseSource } from '#ctx/databases.ts'
import { firstFault, providerDay } from '#files/provider-file.ts'
import { readYaml } from '#files/yaml-file.ts'
import { gunzipped } from './gunzipped.ts'
import { byLanguage, localized, versionName } from './read-databases.ts'

export const VERSION_FILE = 'version.yaml'
const file = z.strictObject({ database: z.string(), version: versionName, date: providerDay, changes: localized })

export interface NewVersion {
  database: string
  version: string
  date: string
  changes: Record<string, string>
}

/** An error that the operator can fix, in one line. */
export function folderFault(text: string): Problem {
  return new Problem('invalid_input', { fields: { folder: text } })
}

export function readVersionFile(folder: string): NewVersion {
  const path = join(folder, VERSION_FILE)
  const parsed = file.safeParse(attempt(() => readYaml(path)))
  if (!parsed.success) throw folderFault(`${path}: ${firstFault(parsed.error)}`)
  const { changes, ...rest } = parsed.data
  return { ...rest, changes: byLanguage(changes) }
}

function attempt<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw folderFault(error instanceof Error ? error.message : 'unreadable')
  }
}

/** Runs before any file is read, which takes minutes for large ones: one message names every file that cannot be published. */
export async function checkFiles(folder: string, locations: string[]): Promise<void> {
  const paths = locations.flatMap((location) =>
    FILE_FORMATS.map((format) => join(folder, sourceName(location, format))),
  )
  const faults = await Promise.all(paths.map(faultOf))
  const named = faults.filter((fault) => fault !== undefined)
  if (named.length > 0) throw folderFault(named.join(', '))
}

async function faultOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return `${path} is missing`
  if (found.size === 0) return `${path} is empty`
  const is_readable = await access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
  return is_readable ? undefined : `${path} cannot be read`
}

/** Every file of a location has the same records, each with the fields of the dictionary. Returns their number. */
export async function checkLocation(folder: string, source: DatabaseSource, location: string): Promise<number> {
  const names = source.fields.map(({ name }) => name)
  const counts: number[] = []
  for (const format of FILE_FORMATS) {
    const path = join(folder, sourceName(location, format))
    counts.push(
      await CHECKS[format](path, names).catch((error: Error) => {
        throw folderFault(`${path}: ${error.message}`)
      }),
    )
  }
  const [count = 0] = counts
  if (count === 0) throw folderFault(`${location} has no records`)
  if (counts.some((one) => one !== count))
    throw folderFault(
      `${location} has ${FILE_FORMATS.map((format, at) => `${counts[at]} records as ${format}`).join(', ')}`,
    )
  return count
}

export function sourceName(location: string, format: FileFormat): string {
  return `${location}.${FILE_ENDINGS[format]}`
}

const CHECKS: Record<FileFormat, (path: string, names: string[]) => Promise<number>> = {
  jsonl: countJson,
  csv: countCsv,
  parquet: countParquet,
}

async function countJson(path: string, names: string[]): Promise<number> {
  let count = 0
  const text = gunzipped(createReadStream(path))
  for await (const line of createInterface({ input: text })) {
    count += 1
    const record: unknown = JSON.parse(line)
    const own = typeof record === 'object' && record !== null ? Object.keys(record) : []
    if (own.length !== names.length || names.some((name) => !own.includes(name)))
      throw new Error(`record ${count} does not have the fields ${names.join(', ')}`)
  }
  if (text.errored) throw text.errored
  return count
}

/** Lines outside quotes; the first one names the fields. */
async function countCsv(path: string, names: string[]): Promise<number> {
  let [lines, head, is_quoted, is_begun] = [0, '', false, false]
  for await (const chunk of gunzipped(createReadStream(path))) {
    for (const sign of String(chunk)) {
      if (sign === '"') is_quoted = !is_quoted
      if (lines === 0 && sign !== '\n') head += sign
      is_begun = sign !== '\n' || is_quoted
      if (sign === '\n' && !is_quoted) lines += 1
    }
  }
  if (head.replace(/^\uFEFF/, '').trim() !== names.join(','))
    throw new Error(`the first line is not ${names.join(',')}`)
  return lines + (is_begun ? 1 : 0) - 1
}

async function countParquet(path: string, names: string[]): Promise<number> {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path))
  const own = metadata.schema.slice(1).map(({ name }) => name)
  if (own.join() !== names.join()) throw new Error(`its columns are ${own.join(', ')} instead of ${names.join(', ')}`)
  return Number(metadata.num_rows)
}
