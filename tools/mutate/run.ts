// `npm run mutate [-- words of a fault]` checks that the tests notice a fault: they must pass, fail once the fault is in the
// tree, and the fault is removed again. Needs a clean checkout.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ready/folders.mjs'
import { plant } from './plant.ts'
import { PLANTED, type Planted } from './planted.ts'

type Counts = { passed: number; failed: number }

const REPORT = join(root, '.cache', 'mutate.json')
const wanted = process.argv.slice(2).join(' ')
if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim() !== '') {
  console.error('mutate: the checkout has changes. Commit them first.')
  process.exit(2)
}

// Ctrl-C ends the tests; this process continues and removes the fault.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const missed: string[] = []
const passing = new Map<string, Counts>()
const chosen = PLANTED.filter(({ what }) => what.includes(wanted))
for (const fault of chosen) {
  const clean = withoutFault(fault)
  // Tests that fail without the fault, or a filter that matches none, prove nothing.
  const isNoticed = clean.passed > 0 && clean.failed === 0 && withFault(fault, () => run(fault)).failed > 0
  if (!isNoticed) missed.push(fault.what)
  console.log(`${isNoticed ? '✓' : '✗'} ${fault.what}`)
}
console.log(`${chosen.length - missed.length} of ${chosen.length} noticed`)
process.exitCode = missed.length > 0 ? 1 : 0

/** Cached, as several faults share the same tests. */
function withoutFault(fault: Planted): Counts {
  const which = `${fault.project} ${fault.tests} ${fault.title ?? ''}`
  const known = passing.get(which) ?? run(fault)
  passing.set(which, known)
  return known
}

function withFault<T>(fault: Planted, work: () => T): T {
  const path = join(root, fault.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, plant(before, fault))
  try {
    return work()
  } finally {
    writeFileSync(path, before)
  }
}

function run({ project, tests, title }: Planted): Counts {
  rmSync(REPORT, { force: true })
  const named = title === undefined ? [] : ['-t', title]
  const report = ['--reporter=json', `--outputFile.json=${REPORT}`]
  const args = ['run', `--project=${project}`, ...tests.split(' '), ...named, ...report]
  const { signal } = spawnSync('node_modules/.bin/vitest', args, { cwd: root, stdio: 'ignore' })
  if (signal) throw new Error(`stopped by ${signal}`)
  return { passed: counted('numPassedTests'), failed: counted('numFailedTests') }
}

/** Undefined if the run could not begin. */
function counted(name: string): number {
  const report: unknown = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : undefined
  const count = typeof report === 'object' && report !== null ? Reflect.get(report, name) : 0
  return typeof count === 'number' ? count : 0
}
