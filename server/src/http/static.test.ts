import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '#testing/app.ts'

test('SEC-L6 O18 a source map is not served, even where one is among the served files', async () => {
  const it = await openTestApp()
  const assets = join(it.data_dir, 'web/assets')
  for (const name of ['app-0a1b2c3d.js.map', 'app-0a1b2c3d.js.map.br', 'app-0a1b2c3d.css.map'])
    writeFileSync(join(assets, name), '{"sourcesContent":["secret source"]}')
  const browser = it.browser()
  expect((await browser.send({ path: '/assets/app-0a1b2c3d.js' })).status).toBe(200)
  for (const path of [
    '/assets/app-0a1b2c3d.js.map',
    '/assets/app-0a1b2c3d.js%2emap',
    '/assets/app-0a1b2c3d.js.map?x',
    '/assets/app-0a1b2c3d.js.map.br',
    '/assets/app-0a1b2c3d.css.map',
    '/assets/i18n/../app-0a1b2c3d.js.map',
  ]) {
    const { status, text } = await browser.send({ path, headers: { 'accept-encoding': 'br' } })
    expect({ path, status, leaks: text.includes('secret source') }).toEqual({ path, status: 404, leaks: false })
  }
  await it.close()
})

test('a built file is sent in the best encoding the browser accepts, and from memory from then on', async () => {
  const it = await openTestApp()
  const file = (ending = '') => join(it.data_dir, `web/assets/part-0a1b2c3d.js${ending}`)
  const ask = async (accepted: string, more: Record<string, string> = {}) => {
    const headers = { 'accept-encoding': accepted, ...more }
    const sent = await it.browser().send({ path: '/assets/part-0a1b2c3d.js', headers })
    return { status: sent.status, text: sent.text, encoding: sent.headers['content-encoding'] }
  }
  const gone = await ask('br')
  expect(gone.status).toBe(404)
  writeFileSync(file(), 'plain')
  expect(await ask('br'), 'a file that came later').toEqual({ status: 200, text: 'plain', encoding: undefined })
  writeFileSync(file('.gz'), 'as gzip')
  writeFileSync(file('.br'), 'as brotli')
  const plain = { status: 200, text: 'plain', encoding: undefined }
  const gzip = { status: 200, text: 'as gzip', encoding: 'gzip' }
  const brotli = { status: 200, text: 'as brotli', encoding: 'br' }
  const forms = {
    '': plain,
    identity: plain,
    'gzip, deflate': gzip,
    'gzip, deflate, br, zstd': brotli,
    'BR;q=0.2': brotli,
  }
  const refused = { 'br;q=0, gzip;q=1': gzip, 'br; q=0.000, gzip; q=0': plain, 'x-br': plain }
  const rounds = [forms, refused, forms]
  for (const [round, expected] of rounds.entries()) {
    for (const [accepted, form] of Object.entries(expected))
      expect({ accepted, ...(await ask(accepted)) }).toEqual({ accepted, ...form })
    if (round === 1) for (const ending of ['', '.gz', '.br']) rmSync(file(ending))
  }
  expect((await ask('br', { 'if-none-match': '"part-0a1b2c3d.js"' })).status).toBe(304)
  await it.close()
})
