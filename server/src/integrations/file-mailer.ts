import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import { errorCode } from '#db/error-code.ts'
import { asMessage, type Mailer, type OutgoingMail } from './outgoing-mail.ts'

const outboxFile = z.object({
  name: z.string(),
  date: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  links: z.array(z.string()),
  /** Names of the attachments in the `.eml`. */
  attachments: z.optional(z.array(z.string())),
})

/** A mail in DATA_DIR/outbox as the development page shows it; the same mail is beside it as `<name>.eml`. */
export type OutboxFile = z.infer<typeof outboxFile>

const NAME = /^\d{8}T\d{9}Z-[0-9a-f]{12}$/
const LISTED_MAX = 200

/** Replaces a mail server: every mail becomes two files that only our user can read, because mails contain links to accounts. */
export function openFileMailer(data_dir: string): Mailer & { close(): void } {
  const folder = folderOf(data_dir)
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(asMessage(mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = describe(mail)
      await writeWhole(join(folder, `${file.name}.eml`), message)
      await writeWhole(join(folder, `${file.name}.json`), JSON.stringify(file, null, 2))
    },
    close: () => transport.close(),
  }
}

/** Newest first. */
export async function listOutboxFiles(data_dir: string): Promise<OutboxFile[]> {
  const found = await readdir(folderOf(data_dir)).catch(nothing)
  const names = (found ?? []).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
  const newest = names.filter(isName).sort().reverse().slice(0, LISTED_MAX)
  const files = await Promise.all(newest.map((name) => readOutboxFile(data_dir, name)))
  return files.filter((file) => file !== undefined)
}

/** Undefined for a name that we did not write, whatever it points at, and for a missing file. */
export async function readOutboxFile(data_dir: string, name: string): Promise<OutboxFile | undefined> {
  if (!isName(name)) return undefined
  const text = await readPlainFile(join(folderOf(data_dir), `${name}.json`)).catch(nothing)
  const file = text === undefined ? undefined : parsed(text)
  return file && { ...file, name }
}

/** A file that is not ours must not hide the others. */
function parsed(text: string): OutboxFile | undefined {
  try {
    return outboxFile.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function folderOf(data_dir: string): string {
  return join(data_dir, 'outbox')
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name)
}

/** The name derives from the mail, so that a mail sent again overwrites itself. */
function describe({ message_id, date, from, to, subject, text, html, headers, attachments }: OutgoingMail): OutboxFile {
  const digest = createHash('sha256').update(message_id).digest('hex').slice(0, 12)
  return {
    name: `${date.toISOString().replace(/[-:.]/g, '')}-${digest}`,
    date: date.toISOString(),
    to,
    from: `${from.name} <${from.address}>`,
    subject,
    text,
    html,
    headers,
    links: [...new Set(text.match(/https?:\/\/[^\s<>"]+/g))],
    ...(attachments && { attachments: attachments.map(({ name }) => name) }),
  }
}

/** A reader sees the whole file or none. */
async function writeWhole(path: string, content: string | Buffer | NodeJS.ReadableStream): Promise<void> {
  await writeFile(`${path}.draft`, content, { mode: 0o600 })
  await rename(`${path}.draft`, path)
}

async function readPlainFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function nothing(error: unknown): undefined {
  const code = errorCode(error)
  if (code !== 'ENOENT' && code !== 'ELOOP') throw error
}
