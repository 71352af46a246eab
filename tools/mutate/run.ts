// Do the tests notice? `npm run mutate [-- words of what]`: each planted fault is put into the tree, its tests must fail, and it is
// taken out again. Needs a clean checkout.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ready/place.mjs'
import { plant } from './plant.ts'
import { PLANTED, type Planted } from './planted.ts'

const REPORT = join(root, '.cache', 'mutate.json')
const wanted = process.argv.slice(2).join(' ')
if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim() !== '') {
  console.error('mutate: the checkout has changes. Commit them first.')
  process.exit(2)
}

const missed: string[] = []
const chosen = PLANTED.filter(({ what }) => what.includes(wanted))
for (const fault of chosen) {
  const isNoticed = attempt(fault)
  if (!isNoticed) missed.push(fault.what)
  console.log(`${isNoticed ? '✓' : '✗'} ${fault.what}`)
}
console.log(`${chosen.length - missed.length} of ${chosen.length} noticed`)
process.exitCode = missed.length > 0 ? 1 : 0

function attempt(fault: Planted): boolean {
  const path = join(root, fault.file)
  const before = readFileSync(path, 'utf8')
  const restore = () => writeFileSync(path, before)
  process.once('exit', restore)
  writeFileSync(path, plant(before, fault))
  rmSync(REPORT, { force: true })
  const title = fault.title === undefined ? [] : ['-t', fault.title]
  const report = ['--reporter=json', `--outputFile.json=${REPORT}`]
  const args = ['run', `--project=${fault.project}`, ...fault.tests.split(' '), ...title, ...report]
  spawnSync('node_modules/.bin/vitest', args, { cwd: root, stdio: 'ignore' })
  restore()
  process.removeListener('exit', restore)
  return failures() > 0
}

/** Only a failed test counts: a run that could not begin has noticed nothing. */
function failures(): number {
  const report: unknown = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : undefined
  const failed = typeof report === 'object' && report !== null ? Reflect.get(report, 'numFailedTests') : 0
  return typeof failed === 'number' ? failed : 0
}
