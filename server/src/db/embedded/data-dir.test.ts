import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isStartProblem } from '../start-problem.ts'
import { openDataDir } from './data-dir.ts'

// Real processes on a busy machine take their time; no test here is about speed.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const log = pino({ level: 'silent' })
const isRoot = process.getuid?.() === 0
let location: string

beforeAll(() => {
  location = mkdtempSync(join(tmpdir(), 'portico-dir-'))
  chmodSync(location, 0o755)
})
afterAll(() => rmSync(location, { recursive: true, force: true }))

const script = `
  const { openDataDir } = await import(${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))})
  const log = { info() {}, warn() {}, error() {} }
  try { openDataDir(process.argv[1], log); console.log('taken') } catch (e) { console.log(e.name + ': ' + e.message) }
`
const nodeArgs = (dir: string, after = '') => ['--input-type=module', '-e', script + after, dir]

/** A process that takes the folder, reports the outcome and stays until killed. */
async function hold(dir: string) {
  const child = spawn(process.execPath, nodeArgs(dir, 'setInterval(() => {}, 1e6)'), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const message = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  )
  const kill = () =>
    new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill('SIGKILL')
    })
  return { pid: child.pid, message, kill }
}

function problemOf(act: () => unknown): string {
  try {
    act()
  } catch (e) {
    if (isStartProblem(e)) return e.message
    throw e
  }
  return 'no problem'
}

test('a missing folder is created closed to others, with its parents', () => {
  const dir = join(location, 'a/b/data')
  const folder = openDataDir(dir, log)
  expect(statSync(dir).mode & 0o777).toBe(isRoot ? 0o711 : 0o700)
  folder.release()
  expect(readdirSync(dir)).toEqual([])
})

test('a second process on the same folder is refused with one line naming the first, and nothing changes', async () => {
  const dir = join(location, 'shared')
  const first = await hold(dir)
  const before = readFileSync(join(dir, 'lock'), 'utf8')
  const second = await hold(dir)
  expect(first.message).toBe('taken')
  expect(second.message).toBe(
    `StartProblem: DATA_DIR ${dir} is in use by process ${first.pid}. Stop that process, or start this one with another DATA_DIR.`,
  )
  expect(readdirSync(dir)).toEqual(['lock'])
  expect(readFileSync(join(dir, 'lock'), 'utf8')).toBe(before)
  await Promise.all([first.kill(), second.kill()])
})

test('the lock of a killed process is taken over', async () => {
  const dir = join(location, 'killed')
  const first = await hold(dir)
  await first.kill()
  expect(existsSync(join(dir, 'lock'))).toBe(true)
  openDataDir(dir, log).release()
})

test('a recycled pid, a torn lock and the drafts of killed starts do not block', () => {
  const dir = join(location, 'recycled')
  mkdirSync(dir)
  writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: process.ppid, born: '1' }))
  openDataDir(dir, log).release()
  writeFileSync(join(dir, 'lock'), '{"pid":')
  writeFileSync(join(dir, 'lock.takeover'), '')
  writeFileSync(join(dir, 'lock.takeover.0a0a0a0a-0000-4000-8000-000000000000'), '')
  openDataDir(dir, log).release()
  expect(readdirSync(dir)).toEqual([])
})

test('of many processes that find a dead lock at once exactly one takes the folder', async () => {
  const dir = join(location, 'race')
  mkdirSync(dir)
  writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: 999_999_999, born: '1' }))
  const all = await Promise.all(Array.from({ length: 8 }, () => hold(dir)))
  const winners = all.filter(({ message }) => message === 'taken')
  const losers = all.filter(({ message }) => message.includes(`in use by process ${winners[0]?.pid}.`))
  await Promise.all(all.map(({ kill }) => kill()))
  expect([winners.length, losers.length]).toEqual([1, 7])
})

test('the same process cannot open the folder twice', () => {
  const dir = join(location, 'twice')
  const folder = openDataDir(dir, log)
  expect(problemOf(() => openDataDir(dir, log))).toContain(`already open in this process (${process.pid})`)
  folder.release()
})

test('a file as folder, or above it, is named in one line', () => {
  const file = join(location, 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'below')]) {
    expect(problemOf(() => openDataDir(path, log))).toMatch(
      /^DATA_DIR .+ is not a folder, or a file blocks its path\. .+$/,
    )
  }
})

test.runIf(isRoot)('a folder of another user is named in one line', () => {
  const dir = join(location, 'foreign')
  mkdirSync(dir, { mode: 0o755 })
  const { stdout } = spawnSync(process.execPath, nodeArgs(dir), { uid: 65534, gid: 65534, encoding: 'utf8' })
  expect(stdout).toMatch(/^StartProblem: DATA_DIR .+ is not writable for this user\. .+\n$/)
  expect(readdirSync(dir)).toEqual([])
})

test.runIf(isRoot)('a read-only file system is named in one line', ({ skip }) => {
  const dir = join(location, 'read-only')
  mkdirSync(dir)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', dir]).status !== 0) skip('may not mount here')
  try {
    expect(problemOf(() => openDataDir(dir, log))).toMatch(/^DATA_DIR .+ is on a read-only file system\. .+$/)
    expect(problemOf(() => openDataDir(join(dir, 'new'), log))).toContain('is on a read-only file system')
  } finally {
    spawnSync('umount', [dir])
  }
})

test('SEC2-N12 files other users of the machine could read are closed to them at the start', () => {
  const dir = join(location, 'open-to-all')
  for (const name of ['databases/technologies', 'exports', 'outbox', 'cache', 'not-ours'])
    mkdirSync(join(dir, name), { recursive: true })
  writeFileSync(join(dir, 'secret'), 'x')
  writeFileSync(join(dir, 'operator.json'), '{}')
  for (const name of ['', 'databases', 'exports', 'outbox', 'cache', 'not-ours']) chmodSync(join(dir, name), 0o775)
  for (const name of ['secret', 'operator.json']) chmodSync(join(dir, name), 0o664)
  openDataDir(dir, log).release()
  const modeOf = (name: string) => (statSync(join(dir, name)).mode & 0o777).toString(8)
  expect(['databases', 'exports', 'outbox', 'cache'].map(modeOf)).toEqual(['700', '700', '700', '700'])
  expect(['secret', 'operator.json'].map(modeOf)).toEqual(['600', '600'])
  expect([modeOf(''), modeOf('not-ours')]).toEqual(['711', '775'])
})
