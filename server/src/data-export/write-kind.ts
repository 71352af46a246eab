import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { FACT_FIELDS } from '@portico/contract/activity.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type Cell, csvHead, csvLine } from '#http/csv.ts'
import type { Kind } from './kind.ts'
import { ADD, columnsOf, isByLogin, type OwnLogin, pageOf, type Row, type Subject } from './row-store.ts'

export interface KindFiles {
  json: string
  csv: string
}

type ExportCtx = Pick<Ctx, 'db' | 'readAs' | 'moved'>

interface Work {
  of: Subject
  logins: OwnLogin[]
  page_rows: number
  /** Called after every page, to renew the claim. */
  onPage(): Promise<void>
}

/**
 * Writes all rows of a kind, as JSON and as CSV, from one read, a page in memory at a time. Returns the number of rows.
 */
export async function writeKind(
  ctx: ExportCtx,
  kind: Kind,
  { json, csv }: KindFiles,
  { of, logins, page_rows, onPage }: Work,
): Promise<number> {
  const [asJson, asCsv] = [openText(json), openText(csv)]
  let rows = 0
  let head: string[] | undefined
  for await (const page of pages(ctx, kind, { of, logins, page_rows })) {
    head ??= Object.keys(page[0] ?? {})
    await asJson.write(page.map((row, at) => `${rows + at === 0 ? '[\n' : ',\n'}${JSON.stringify(row)}`).join(''))
    if (rows === 0) await asCsv.write(csvHead(head))
    await asCsv.write(page.map((row) => csvLine((head ?? []).map((name) => cellOf(row[name])))).join(''))
    rows += page.length
    await onPage()
  }
  await asJson.end(rows === 0 ? '[]\n' : '\n]\n')
  await asCsv.end('')
  return rows
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Reads a page of rows, those of moved days before an hour that is not brought back yet. */
async function withMoved<T>(
  ctx: ExportCtx,
  { moved: kind }: Kind,
  { login_id, after, rows }: { login_id: number; after: string[] | undefined; rows: number },
  read: (before: Date | undefined) => Promise<T>,
): Promise<{ page: T; until: number | undefined }> {
  if (!kind) return { page: await read(undefined), until: undefined }
  const after_ms = after?.[0] === undefined ? 0 : Date.parse(after[0])
  return ctx.moved.read(ctx, kind, after_ms, async () => {
    const until = await ctx.moved.bringBackNext(kind, login_id, { after_ms, rows })
    return { page: await read(until === undefined ? undefined : new Date(until)), until }
  })
}

async function* pages(
  ctx: ExportCtx,
  kind: Kind,
  { of, logins, page_rows }: Pick<Work, 'of' | 'logins' | 'page_rows'>,
): AsyncGenerator<Row[]> {
  const { db } = ctx
  const columns = await columnsOf(db, kind)
  const readers = isByLogin(kind.whose) ? logins : [undefined]
  for (const login of readers) {
    const login_id = login?.id ?? 0
    let after: string[] | undefined
    for (;;) {
      const { page, until } = await withMoved(ctx, kind, { login_id, after, rows: page_rows }, (before) =>
        pageOf(db, kind, columns, { ...of, login_id }, { after, before, limit: page_rows }),
      )
      if (page.rows.length > 0) {
        const whole = kind.more ? await ADD[kind.more](db, page.rows) : page.rows
        yield whole.map((row) => shown(kind, login ? { login: login.login, ...row } : row))
      }
      // Fewer rows than a page may end before the next moved hour.
      after = page.last ?? (until === undefined ? undefined : [new Date(until).toISOString(), FIRST_ID])
      if (!after) break
    }
  }
}

const FACTS = new Set<string>([...FACT_FIELDS, ...FACT_FIELDS.map((field) => `before_${field}`), 'reason'])

/** A line of the log has only what its reader sees on the screen: addresses of staff and operators are private. */
function shown({ table }: Kind, row: Row): Row {
  if (table !== 'audit_log') return row
  const detail = Object.entries(row.detail ?? {}).filter(([name]) => FACTS.has(name))
  return {
    ...row,
    ip: /^(staff|operator):/.test(String(row.actor)) ? '' : row.ip,
    detail: Object.fromEntries(detail),
  }
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' ? { decimal: `${value}` } : typeof value === 'boolean' ? value : String(value)
}

interface TextFile {
  write(text: string): Promise<void>
  end(text: string): Promise<void>
}

/** Waits for the disk, so that unwritten text does not pile up. */
function openText(path: string): TextFile {
  const file = createWriteStream(path, { mode: 0o600 })
  const done = finished(file)
  // Awaiting a write or the end reports the error.
  done.catch(() => undefined)
  return {
    write: (text) => Promise.race([done, written(file, text)]),
    end: async (text) => {
      file.end(text)
      await done
    },
  }
}

function written(file: WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => file.write(text, (error) => (error ? reject(error) : resolve())))
}
