import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepReleases, type Release, releasesToKeep } from './keep-releases.ts'

const NOW = new Date('2026-03-02T10:00:00.000Z')
const DAY_MS = 24 * 60 * 60 * 1000
const release = (name: string, days_ago: number): Release => ({
  built_at: new Date(NOW.getTime() - days_ago * DAY_MS).toISOString(),
  files: [`assets/main-${name.padEnd(8, '0')}.js`],
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-releases-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A build with these files in client/assets. */
function build(name: string, ...files: string[]): string {
  for (const file of files) {
    const path = join(folder, name, 'client/assets', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${file} of ${name}`)
  }
  return join(folder, name)
}
const assetsOf = (name: string) => readdirSync(join(folder, name, 'client/assets')).sort()
const listOf = (name: string): Release[] => JSON.parse(readFileSync(join(folder, name, 'releases.json'), 'utf8'))

test('F17 the last three releases are retained whatever their age, and so are all of the last thirty days', () => {
  const own = release('own', 0)
  const old = [release('a', 40), release('b', 50), release('c', 60)]
  expect(releasesToKeep(own, old, NOW)).toEqual([own, old[0], old[1]])
  const recent = [release('a', 1), release('b', 2), release('c', 29), release('d', 31)]
  expect(releasesToKeep(own, recent, NOW)).toEqual([own, recent[0], recent[1], recent[2]])
})

test('a machine that builds all day does not fill its disk', () => {
  const many = Array.from({ length: 100 }, (_, at) => release(`r${at}`, 0))
  expect(releasesToKeep(release('own', 0), many, NOW)).toHaveLength(20)
})

test('F17 an identical build is no new release, and a return to a previous one moves it to the front', () => {
  const [a, b, c] = [release('a', 1), release('b', 2), release('c', 3)]
  expect(releasesToKeep(release('a', 0), [a, b, c], NOW).map(({ files }) => files)).toEqual(
    [a, b, c].map((r) => r.files),
  )
  expect(releasesToKeep(release('c', 0), [a, b, c], NOW).map(({ files }) => files)).toEqual(
    [c, a, b].map((r) => r.files),
  )
})

test('F17 SEC-L6 files of previous builds lie beside the new ones, compressed ones too, and nothing else', () => {
  const old = build(
    'old',
    'main-aaaaaaaa.js',
    'main-aaaaaaaa.js.br',
    'main-aaaaaaaa.js.map',
    'favicon.svg',
    'i18n/en.json',
  )
  mkdirSync(join(old, 'maps/assets'), { recursive: true })
  writeFileSync(join(old, 'maps/assets/main-aaaaaaaa.js.map'), 'map of old')
  const next = build('next', 'main-bbbbbbbb.js', 'favicon.svg')
  keepReleases(old, next, NOW)
  expect(assetsOf('next')).toEqual(['favicon.svg', 'main-aaaaaaaa.js', 'main-aaaaaaaa.js.br', 'main-bbbbbbbb.js'])
  expect(readFileSync(join(next, 'client/assets/favicon.svg'), 'utf8')).toBe('favicon.svg of next')
  expect(readFileSync(join(next, 'maps/assets/main-aaaaaaaa.js.map'), 'utf8')).toBe('map of old')
  expect(listOf('next').map(({ files }) => files)).toEqual([['assets/main-bbbbbbbb.js'], ['assets/main-aaaaaaaa.js']])
})

test('F17 after four builds the oldest release is gone, and files that two releases share stay', () => {
  const day = (at: number) => new Date(NOW.getTime() + at * 31 * DAY_MS)
  for (const at of [1, 2, 3, 4]) {
    const shared = at < 4 ? 'shell-cccccccc.js' : 'shell-dddddddd.js'
    keepReleases(join(folder, String(at - 1)), build(String(at), `main-0000000${at}.js`, shared), day(at))
  }
  expect(assetsOf('4')).toEqual([
    'main-00000002.js',
    'main-00000003.js',
    'main-00000004.js',
    'shell-cccccccc.js',
    'shell-dddddddd.js',
  ])
  expect(existsSync(join(folder, '4/client/assets/main-00000001.js'))).toBe(false)
})

test('the first build retains itself', () => {
  const next = build('next', 'main-bbbbbbbb.js')
  keepReleases(join(folder, 'nothing'), next, NOW)
  expect(listOf('next')).toEqual([{ built_at: NOW.toISOString(), files: ['assets/main-bbbbbbbb.js'] }])
})
