import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { currency } from '@portico/contract/currency.ts'
import type { ExportScope } from '@portico/contract/data-export.ts'
import type { Language } from '@portico/contract/language.ts'
import { ZipFile } from 'yazl'
import { accountDocuments } from '#billing/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { isPersonal } from './kind.ts'
import { KINDS } from './kinds.ts'
import { readMe } from './read-me.ts'
import { loginsOfAccount, type Subject } from './row-store.ts'
import { writeKind } from './write-kind.ts'

interface ArchiveInput extends Subject {
  scope: ExportScope
  language: Language
  /** What the archive is about, in the language of its reader. */
  about: { brand: string; email: string }
  path: string
  onPage(): Promise<void>
  page_rows?: number
}

const PAGE_ROWS = 1000

/**
 * Writes the archive to `path`. In memory are a page of rows and a document at a time; a kind of rows is stored beside
 * it as text while it is packed. Returns its size in bytes.
 */
export async function writeArchive(
  ctx: Pick<Ctx, 'db' | 'readAs' | 'moved' | 'clock' | 'billing'>,
  input: ArchiveInput,
): Promise<number> {
  const { user_id, owner_id, scope, path, onPage, page_rows = PAGE_ROWS } = input
  const folder = `${path}.rows`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const zip = openZip(path, ctx.clock.now())
  try {
    const logins = scope === 'account' ? await loginsOfAccount(ctx.db, owner_id) : []
    const made_at = ctx.clock.now().toISOString()
    await zip.add(
      'README.txt',
      Readable.from([readMe(input.language, { ...input.about, scope, at: made_at, currency: currency() })]),
    )
    const counts: Record<string, number> = {}
    for (const kind of KINDS.filter((one) => scope === 'account' || isPersonal(one))) {
      const files = { json: join(folder, 'rows.json'), csv: join(folder, 'rows.csv') }
      const rows = await writeKind(ctx, kind, files, { of: { user_id, owner_id }, logins, page_rows, onPage })
      counts[kind.file] = rows
      if (rows === 0) continue
      await zip.add(`json/${kind.file}.json`, createReadStream(files.json))
      await zip.add(`csv/${kind.file}.csv`, createReadStream(files.csv))
    }
    if (scope === 'account')
      for await (const { name, pdf } of accountDocuments(ctx, owner_id)) {
        await zip.add(`invoices/${name}`, Readable.from([pdf]))
        await onPage()
      }
    const contents = `${JSON.stringify({ made_at, scope, rows: counts }, null, 2)}\n`
    await zip.add('contents.json', Readable.from([contents]))
    await zip.end()
  } catch (error) {
    await zip.giveUp()
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return (await stat(path)).size
}

/** One entry after the other, each begun when the one before was read. */
function openZip(path: string, mtime: Date) {
  const zip = new ZipFile()
  const out = createWriteStream(path, { mode: 0o600 })
  const packed = pipeline(zip.outputStream, out)
  // Awaiting an entry or the end reports the error.
  packed.catch(() => undefined)
  zip.on('error', (error) => out.destroy(error))
  return {
    async add(name: string, content: Readable): Promise<void> {
      const read = finished(content)
      zip.addReadStream(content, name, { mtime, forceDosTimestamp: true })
      await Promise.race([read, packed])
    },
    async end(): Promise<void> {
      zip.end()
      await packed
    },
    async giveUp(): Promise<void> {
      out.destroy()
      await packed.catch(() => undefined)
      await rm(path, { force: true })
    },
  }
}
