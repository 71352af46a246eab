import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SAMPLE_MAIL } from '#testing/integrations/sample-mail.ts'
import { listOutboxFiles, readOutboxFile } from './file-mailer.ts'
import { openMailer } from './mail.ts'
import type { OutgoingMail } from './outgoing-mail.ts'

const MAIL: OutgoingMail = {
  ...SAMPLE_MAIL,
  text: 'Set a password:\nhttp://localhost:8080/reset-password/1/abc\n\nPreferences:\nhttp://localhost:8080/u\n',
}

let data_dir: string
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'outbox-test-'))
})
afterEach(() => rmSync(data_dir, { recursive: true, force: true }))

async function send(mail: Partial<OutgoingMail> = {}): Promise<void> {
  const mailer = openMailer({ smtp_url: undefined, data_dir })
  await mailer.send({ ...MAIL, ...mail })
  mailer.close()
}

test('a mail becomes files that only our user can read', async () => {
  await send()
  const folder = join(data_dir, 'outbox')
  const names = readdirSync(folder)
  expect(names.map((name) => name.split('.')[1]).sort()).toEqual(['eml', 'json'])
  expect([folder, ...names.map((name) => join(folder, name))].map((path) => statSync(path).mode & 0o077)).toEqual([
    0, 0, 0,
  ])
  const eml = names.find((name) => name.endsWith('.eml')) ?? ''
  expect(await PostalMime.parse(readFileSync(join(folder, eml)))).toMatchObject({
    messageId: MAIL.message_id,
    subject: 'Hello',
  })
})

test('an attachment is in the mail byte for byte, and is listed by its name', async () => {
  const content = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0x0a])
  await send({ attachments: [{ name: 'INV-2026-00001.pdf\r\nX: y', type: 'application/pdf', content }] })
  const [file] = await listOutboxFiles(data_dir)
  expect(file?.attachments).toHaveLength(1)
  const { attachments } = await PostalMime.parse(readFileSync(join(data_dir, 'outbox', `${file?.name}.eml`)))
  expect(attachments).toHaveLength(1)
  expect(attachments[0]).toMatchObject({ filename: 'INV-2026-00001.pdf X: y', mimeType: 'application/pdf' })
  expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(content)
})

test('mails are listed newest first, each with its links', async () => {
  await send()
  await send({ message_id: '<2@portico.example>', date: new Date('2026-03-03T10:00:00.000Z'), subject: 'Later' })
  const files = await listOutboxFiles(data_dir)
  expect(files.map(({ subject }) => subject)).toEqual(['Later', 'Hello'])
  expect(files[1]?.links).toEqual(['http://localhost:8080/reset-password/1/abc', 'http://localhost:8080/u'])
})

test('a mail sent again is listed once', async () => {
  await send()
  await send()
  expect(await listOutboxFiles(data_dir)).toHaveLength(1)
})

test('an empty folder and a missing folder are no failure', async () => {
  expect(await listOutboxFiles(data_dir)).toEqual([])
  expect(await readOutboxFile(data_dir, '20260302T100000000Z-aaaaaaaaaaaa')).toBeUndefined()
})

test('a file name cannot lead out of the folder, and a broken file hides no other', async () => {
  await send()
  const [file] = await listOutboxFiles(data_dir)
  expect(await readOutboxFile(data_dir, file?.name ?? '')).toEqual(file)
  writeFileSync(join(data_dir, 'secret.json'), JSON.stringify(file))
  for (const name of [
    '../secret',
    '..%2fsecret',
    '/etc/passwd',
    `${file?.name}/../../secret`,
    '',
    '.',
    `${file?.name}\0`,
  ])
    expect(await readOutboxFile(data_dir, name)).toBeUndefined()
  symlinkSync(join(data_dir, 'secret.json'), join(data_dir, 'outbox', '20260304T100000000Z-aaaaaaaaaaaa.json'))
  writeFileSync(join(data_dir, 'outbox', '20260305T100000000Z-bbbbbbbbbbbb.json'), '{"subject":')
  writeFileSync(join(data_dir, 'outbox', '20260306T100000000Z-cccccccccccc.json'), '{"subject":"half"}')
  expect(await listOutboxFiles(data_dir)).toEqual([file])
})
