import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '#testing/app.ts'

test('SEC-L6 O18 a source map is not served, even where one lies among the files that are', async () => {
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
    expect({ path, status, told: text.includes('secret source') }).toEqual({ path, status: 404, told: false })
  }
  await it.close()
})
