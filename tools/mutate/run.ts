// `npm run mutate [-- words of a fault]` checks that the tests notice a fault: they must pass, fail once the fault is in the
// tree, and the fault is removed again; that needs a clean checkout. `npm run mutate -- conditions [module[/file]…]` does so
// with every condition of the queries of these modules, without a change of their files.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SHORT } from '../proof/steps.ts'
import { root } from '../ready/folders.mjs'
import { plant, whileReplaced } from './plant.ts'
import { PLANTED, type Planted } from './planted.ts'
import { mutateConditions } from './run-conditions.ts'

type Counts = { passed: number; failed: number }

const REPORT = join(root, '.cache', 'mutate.json')
const wanted = process.argv.slice(2)

const missed = wanted[0] === 'conditions' ? await mutateConditions(wanted.slice(1)) : await plantAll(wanted.join(' '))
process.exitCode = missed > 0 ? 1 : 0

async function plantAll(words: string): Promise<number> {
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim() !== '') {
    console.error('mutate: the checkout has changes. Commit them first.')
    return 1
  }
  // Ctrl-C ends the tests; this process continues and removes the fault.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const passing = new Map<string, Counts>()
  const chosen = PLANTED.filter(({ what }) => what.includes(words))
  let noticed = 0
  for (const fault of chosen) {
    const clean = withoutFault(passing, fault)
    // Tests that fail without the fault, or a filter that matches none, prove nothing.
    const isNoticed = clean.passed > 0 && clean.failed === 0 && (await withFault(fault)).failed > 0
    if (isNoticed) noticed += 1
    console.log(`${isNoticed ? '✓' : '✗'} ${fault.what}`)
  }
  console.log(`${noticed} of ${chosen.length} noticed`)
  return chosen.length - noticed
}

/** Cached, as several faults share the same tests. */
function withoutFault(passing: Map<string, Counts>, fault: Planted): Counts {
  const which = `${fault.project} ${fault.tests} ${fault.title ?? ''}`
  const known = passing.get(which) ?? run(fault)
  passing.set(which, known)
  return known
}

function withFault(fault: Planted): Promise<Counts> {
  return whileReplaced(
    join(root, fault.file),
    (text) => plant(text, fault),
    () => run(fault),
  )
}

function run({ project, tests, title }: Planted): Counts {
  rmSync(REPORT, { force: true })
  const named = title === undefined ? [] : ['-t', title]
  const report = ['--reporter=json', `--outputFile.json=${REPORT}`]
  // A fault that only long tests notice is not noticed by `npm test`.
  const args = ['run', `--project=${project}`, SHORT, ...tests.split(' '), ...named, ...report]
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
