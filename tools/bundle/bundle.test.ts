import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { type BundledFile, bundleServer } from './bundle-server.ts'
import { licensesOf } from './licenses.ts'

// In the build cache, as with npm start: external packages are found from there.
const folder = join(root, '.cache', 'server-test')
const out = join(folder, 'bundle')
let files: BundledFile[]

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  files = await bundleServer({ root, out, home: root })
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (file: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(out, file), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), ...env },
  })

test('server, command line and worker are separate files, and rarely used code is loaded on demand', () => {
  expect(readdirSync(out)).toEqual(
    expect.arrayContaining(['server.js', 'cli.js', 'generate-worker.js', 'check-worker.js']),
  )
  const atStart = new Set<string>()
  const follow = (name: string) => {
    if (atStart.has(name)) return
    atStart.add(name)
    files.find((file) => file.name === name)?.imports.forEach(follow)
  }
  follow('main.js')
  const sources = files.filter(({ name }) => atStart.has(name)).flatMap((file) => file.sources)
  const isRead = (name: string) => sources.some((source) => source.includes(`/node_modules/${name}/`))
  const RARE = ['stripe', '@modelcontextprotocol/sdk', '@simplewebauthn/server', 'hyparquet-writer', 'pdfkit']
  expect(RARE.filter((name) => isRead(name) || atStart.has(name))).toEqual([])
  expect(['fastify', 'pg', 'zod'].filter((name) => !isRead(name))).toEqual([])
})

test('files that the server reads beside its sources are found from the bundle', () => {
  const code = readdirSync(out)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(out, name), 'utf8'))
    .join('\n')
  const ways = [...code.matchAll(/import\.meta\.dirname \+ ["'`]\/["'`] \+ ["']([^"']+)["']/g)].map(
    ([, way = '']) => way,
  )
  const folded = [...code.matchAll(/import\.meta\.dirname \+ ["'`]\/(\.\.[^"'`]+)["'`]/g)].map(([, way = '']) => way)
  expect([...ways, ...folded].length).toBeGreaterThanOrEqual(5)
  for (const way of [...ways, ...folded]) expect(existsSync(resolve(out, way))).toBe(true)
  for (const [, worker = ''] of code.matchAll(/new URL\(["']\.\/([\w-]+\.js)["'], import\.meta\.url\)/g))
    expect(existsSync(join(out, worker))).toBe(true)
})

test('a stack trace names our files by their path in the repository', () => {
  for (const name of readdirSync(out).filter((file) => file.endsWith('.map'))) {
    const own = (JSON.parse(readFileSync(join(out, name), 'utf8')).sources as string[]).filter((source) =>
      /\/(server|contract)\/src\//.test(source),
    )
    for (const source of own) expect(existsSync(resolve(out, source))).toBe(true)
  }
})

test('a stack trace does not attribute code of a package to our files', () => {
  const sourceOf = (words: string) => {
    for (const { name } of files) {
      const line = readFileSync(join(out, name), 'utf8')
        .split('\n')
        .findIndex((one) => one.includes(words))
      if (line < 0) continue
      const entry = new SourceMap(JSON.parse(readFileSync(join(out, `${name}.map`), 'utf8'))).findEntry(line, 0)
      return 'originalSource' in entry ? entry.originalSource : undefined
    }
    return undefined
  }
  expect(sourceOf('class DefaultQueryExecutor')).toContain('/node_modules/kysely/')
  expect(sourceOf('async function keepDemoAccount(')).toContain('/server/src/demo/index.ts')
})

test('the command line works, and a wrong setting stops the start with one line', () => {
  expect(run('cli.js', ['--help']).stdout).toContain('user list')
  expect(run('cli.js', ['catalogue', 'check'])).toMatchObject({ status: 0 })
  expect(run('server.js', [], { PORT: 'eighty' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^portico: PORT is 'eighty', but must be a whole number.*\n$/),
  })
})

test('every bundled package is listed once with its licence', () => {
  const { packages, text } = licensesOf(files.flatMap(({ sources }) => sources))
  expect(packages).toBeGreaterThan(50)
  for (const name of ['fastify', 'zod', 'kysely', 'undici', 'stripe'])
    expect(text.match(new RegExp(`^${name} \\d`, 'gm'))).toHaveLength(1)
  expect(text).toMatch(/Permission is hereby granted/)
})

test('a package is named by its folder wherever it is, and a missing licence text is noted', () => {
  const location = mkdtempSync(join(tmpdir(), 'portico-licenses-'))
  const add = (name: string, version: string) => {
    mkdirSync(join(location, name, 'dist'), { recursive: true })
    writeFileSync(join(location, name, 'package.json'), JSON.stringify({ name, version, license: 'MIT' }))
  }
  add('node_modules/a', '1.0.0')
  add('node_modules/a/node_modules/@x/b', '2.0.0')
  writeFileSync(join(location, 'node_modules/a/LICENCE.md'), 'Terms of a')
  const files = ['node_modules/a/dist/a.js', 'node_modules/a/node_modules/@x/b/dist/b.js', 'server/src/main.ts']
  const { packages, text } = licensesOf(files.map((file) => join(location, file)))
  expect(packages).toBe(2)
  expect(text).toContain('Terms of a')
  expect(text).toContain('No text in the package.')
  rmSync(location, { recursive: true })
})
