import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { setMapsAside } from './set-maps-aside.ts'

test('SEC-L6 O18 no source map stays in the folder that is served, and each can be found beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-maps-'))
  const files = ['assets/main-aaaaaaaa.js', 'assets/main-aaaaaaaa.js.map', 'assets/deep/x.css.map', 'worker.js.map']
  for (const name of files) {
    mkdirSync(dirname(join(folder, 'client', name)), { recursive: true })
    writeFileSync(join(folder, 'client', name), name)
  }
  setMapsAside(join(folder, 'client'), join(folder, 'maps'))
  const filesIn = (name: string) =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))
  expect(filesIn('client')).toEqual(['assets/main-aaaaaaaa.js'])
  expect(filesIn('maps').sort()).toEqual(['assets/deep/x.css.map', 'assets/main-aaaaaaaa.js.map', 'worker.js.map'])
  rmSync(folder, { recursive: true })
})
