// `npm start` on a bare Debian with npm alone. `npm run prove -- bare` begins without node_modules, and starts a release.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect, inject, onTestFinished, type TestContext, test } from 'vitest'
import { BARE_ENV, type BareRoot, imagePackages, makeBareRoot, packageOf, whyNotBare } from '../bench/bare-root.ts'
import { root } from '../tools/ready/folders.mjs'
import { nativeFamilies, runsOn, thisPlatform } from '../tools/ready/native.mjs'
import { spareNode } from '../tools/ready/node.mjs'
import { freePort } from './harness-resources.ts'
import { COMPILED } from './harness-setup.ts'

const whyNot = whyNotBare()
let made: BareRoot | undefined
afterAll(() => made?.remove())

function bareRoot({ skip }: TestContext): BareRoot {
  if (whyNot) {
    console.warn(`skipped: ${whyNot}`)
    skip(whyNot)
  }
  made ??= makeBareRoot()
  return made
}

/** Programs and libraries of the native packages for this platform. PostgreSQL loads those in `lib/postgresql` for extensions, of which we create none. */
function nativeFiles(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const paths = nativeFamilies(packages).flatMap(({ parts }) =>
    parts.flatMap(({ path, locked }) => (path && runsOn(locked, thisPlatform()) ? [path] : [])),
  )
  return paths.flatMap((path) =>
    readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('/lib/postgresql/') && isElf(file)),
  )
}

function isElf(file: string): boolean {
  const handle = openSync(file, 'r')
  const start = Buffer.alloc(4)
  readSync(handle, start)
  closeSync(handle)
  return start.equals(Buffer.from('\x7fELF'))
}

test('every native package except the pinned Node finds its libraries on a bare Debian, and the image installs what Node lacks', async (context) => {
  const bare = bareRoot(context)
  const files = nativeFiles()
  const [program, args] = bare.command(['ldd', ...files], '/', { [root]: root })
  const { stdout } = spawnSync(program, args, { env: BARE_ENV, encoding: 'utf8' })
  const lacking = stdout.split(/^(?=\/.*:$)/m).flatMap((part) => {
    const [file = '', ...lines] = part.split('\n')
    const names = lines.flatMap((line) => /^\s*(\S+) => not found/.exec(line)?.[1] ?? [])
    return names.length > 0 ? [[relative(join(root, 'node_modules'), file.slice(0, -1)), names]] : []
  })
  expect(stdout.match(/^\/.*:$/gm)).toHaveLength(files.length)
  expect(lacking).toEqual([[`node-linux-${process.arch}/bin/node`, ['libatomic.so.1']]])
  const owner = packageOf('libatomic.so.1')
  // The package is known only if the library is installed here.
  if (owner) expect(imagePackages()).toContain(owner)
})

test('npm start serves on a bare Debian, where the pinned Node does not run', async (context) => {
  const bare = bareRoot(context)
  // Fetched like at a start, but with this machine's npm settings.
  spareNode()
  const PORT = String(await freePort())
  cpSync(inject('documents'), join(bare.folder, 'data/cache'), { recursive: true })
  const [program, args] = bare.command(['npm', 'start'], root, { [root]: root })
  const child = spawn(program, args, {
    env: { ...BARE_ENV, ...COMPILED, DEMO: 'off', PORT, DATA_DIR: '/data' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  const ended = once(child, 'exit')
  const ready = async () => (await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined))?.status ?? errors
  await expect.poll(ready, { timeout: 60_000 }).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
