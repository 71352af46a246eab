import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkLanded } from '../house/landed.ts'
import { asScript, builtPackages } from './built-packages.ts'
import { landMigrations } from './land-migrations.ts'
import { productionPlaces } from './production-packages.ts'

test('a source becomes a script that imports scripts, and other names stay', () => {
  const source = `import type { A } from './a.ts'
import { b } from '#room/b.ts'
export { c } from '@portico/contract/c.ts'
const d: string = 'notes.ts'
const e = await import('./e.ts')
new Worker(new URL('./f.ts', import.meta.url))
`
  const script = asScript(source)
  expect(script).toContain("from '#room/b.js'")
  expect(script).toContain("from '@portico/contract/c.js'")
  expect(script).toContain("import('./e.js')")
  expect(script).toContain("new URL('./f.js', import.meta.url)")
  expect(script).toContain("'notes.ts'")
  expect(script).not.toMatch(/: string|import type/)
})

test('what a package reads beside its scripts is in a release as it is, such as the SQL of the database', () => {
  const place = mkdtempSync(join(tmpdir(), 'portico-built-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const functions = 'server/src/db/functions'
  for (const folder of ['contract/src', functions]) mkdirSync(join(place, 'root', folder), { recursive: true })
  for (const pack of ['contract', 'server']) writeFileSync(join(place, 'root', pack, 'package.json'), '{}')
  writeFileSync(join(place, 'root/contract/src/paths.ts'), '')
  writeFileSync(join(place, 'root', functions, 'meter.sql'), 'create or replace function meter() …')
  builtPackages(join(place, 'root'), join(place, 'target'))
  expect(readFileSync(join(place, 'target', functions, 'meter.sql'), 'utf8')).toBe(
    'create or replace function meter() …',
  )
})

test('development packages and our own are not copied', () => {
  const packages = {
    '': {},
    server: {},
    'node_modules/pg': {},
    'node_modules/vite': { dev: true },
    'node_modules/shared': { devOptional: true },
    'node_modules/@portico/server': { link: true },
    'node_modules/a/node_modules/b': {},
  }
  expect(productionPlaces(packages)).toEqual(['node_modules/pg', 'node_modules/a/node_modules/b'])
})

test('a release lists every migration there is, and from then on none of them may change', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-landed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const list = () => readFileSync(join(folder, 'landed.txt'), 'utf8')
  write('landed.txt', '')
  write('0002_b.sql', 'create table b ()')
  write('0001_a.sql', 'create table a ()')
  expect(landMigrations(folder)).toBe(2)
  expect(list().match(/\S+\.sql/g)).toEqual(['0001_a.sql', '0002_b.sql'])
  const first = list()
  expect(landMigrations(folder)).toBe(0)
  expect(list()).toBe(first)
  write('0003_c.sql', 'create table c ()')
  expect(landMigrations(folder)).toBe(1)
  expect(list().startsWith(first)).toBe(true)
  expect(
    checkLanded(
      list(),
      [first],
      new Map([
        ['0001_a.sql', 'create table a ()'],
        ['0002_b.sql', 'create table b ()'],
        ['0003_c.sql', 'create table c ()'],
      ]),
    ),
  ).toEqual([])
  write('0001_a.sql', 'create table other ()')
  expect(() => landMigrations(folder)).toThrow('0001_a.sql has landed and was changed')
  expect(list().match(/\.sql/g)).toHaveLength(3)
})
