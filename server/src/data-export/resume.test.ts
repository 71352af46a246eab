import { readFile } from 'node:fs/promises'
import { dataExport, dataExportFile } from '@portico/contract/data-export.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { exportPath } from './files.ts'
import { prepareExports } from './prepare-exports.ts'

const app = sharedApp()
let browser: ReturnType<TestApp['browser']>
let id: string
let whole: Buffer
beforeAll(async () => {
  await app.addUser({ email: 'anna@example.com' })
  browser = await app.signedIn('anna@example.com')
  await browser.must(dataExport.prepareExport, {})
  await prepareExports(app.ctx)
  id = (await browser.must(dataExport.getExport, {})).newest?.id ?? ''
  whole = await readFile(exportPath(app.ctx, id))
})

function get(headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return app.app.inject({ method, url: `${dataExportFile.path}?id=${id}`, headers: { cookie, ...headers } })
}

test('an interrupted download of all my data resumes where it was, and is one line of the log', async () => {
  const head = await get({}, 'HEAD')
  expect(head.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(whole.length) })
  expect(head.rawPayload).toHaveLength(0)
  const etag = String(head.headers.etag)
  expect(etag).toMatch(/^"[^"]+"$/)
  const step = Math.ceil(whole.length / 40)
  const parts: Buffer[] = []
  for (let from = 0; from < whole.length; from += step) {
    const until = Math.min(from + step, whole.length)
    const part = await get({ range: `bytes=${from}-${until - 1}`, 'if-range': etag })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes ${from}-${until - 1}/${whole.length}`)
    parts.push(part.rawPayload)
  }
  expect(Buffer.concat(parts).equals(whole)).toBe(true)
  const { rows } = await app.database.pool.query("select 1 from audit_log where action = 'data_export_downloaded'")
  expect(rows).toHaveLength(1)
})

test('a download of a different archive starts over, and a range past its end is refused', async () => {
  const other = await get({ range: 'bytes=10-', 'if-range': '"another"' })
  expect([other.statusCode, other.rawPayload.equals(whole)]).toEqual([200, true])
  const past_end = await get({ range: `bytes=${whole.length}-` })
  expect([past_end.statusCode, past_end.headers['content-range']]).toEqual([416, `bytes */${whole.length}`])
  const { etag } = (await get()).headers
  expect((await get({ 'if-none-match': `W/${etag}` })).statusCode).toBe(304)
})

test('no part of an archive is sent to another user, or cached on the way', async () => {
  expect((await get()).headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Cookie' })
  expect((await get({ range: 'bytes=1-', cookie: '' })).statusCode).toBe(401)
})
