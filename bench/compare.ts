// This checkout beside another commit, measured by turns in one run, so that both meet the same load of the machine:
// `npm run bench -- compare [COMMIT]`, by default the newest commit of the main branch before this one that has another tree of the product.
// The measuring code is that of this checkout; only the program under test is the other one.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/ready/folders.mjs'
import type { Metric } from './report.ts'
import { freshFolder } from './run-server.ts'

const ROUNDS = 3
const WORSE_BY = 0.05
const BENCHES = ['gateway', 'web', 'screens', 'start']

type Metrics = Record<string, Metric>

function run(cwd: string, program: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 << 20,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`)
  return stdout.trim()
}

/** The change of the product before the newest one, whose tree is that of this checkout. */
const before = () => run(root, 'git', ['rev-list', '-1', '--skip=1', 'HEAD', '--', 'server', 'web', 'contract'])

function measure(bench: string, checkout: string): Metrics {
  const file = join(freshFolder(), 'report.json')
  run(root, process.execPath, [join('bench', `${bench}.ts`)], { BENCH_ROOT: checkout, BENCH_REPORT: file })
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function medians(runs: Metrics[]): Metrics {
  return Object.fromEntries(
    Object.entries(runs[0] ?? {}).map(([name, metric]) => [
      name,
      { ...metric, value: median(runs.flatMap((one) => one[name]?.value ?? [])) },
    ]),
  )
}

/** How much worse the second is, as a part of the first: negative when it is better. */
function worseBy(was: Metric, now: Metric): number {
  if (was.value === 0) return now.value === 0 ? 0 : 1
  return ((now.value - was.value) / was.value) * (now.is_more_better ? -1 : 1)
}

const words = process.argv.slice(2).filter((word) => !['compare', 'whole', ...BENCHES].includes(word))
const benches = BENCHES.filter((name) => process.argv.includes(name))
const commit = run(root, 'git', ['rev-parse', words[0] ?? before()])
const other = join(freshFolder(), 'other')
run(root, 'git', ['worktree', 'add', '--detach', other, commit])
try {
  console.log(`building ${commit.slice(0, 8)} beside this checkout`)
  for (const checkout of [root, other]) run(checkout, process.execPath, ['tools/ready.mjs', 'build'])
  const worse: string[] = []
  for (const bench of benches.length > 0 ? benches : BENCHES) {
    const runs: [was: Metrics[], now: Metrics[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      runs[0].push(measure(bench, other))
      runs[1].push(measure(bench, root))
    }
    const [was, now] = [medians(runs[0]), medians(runs[1])]
    for (const [name, metric] of Object.entries(now)) {
      const old = was[name]
      if (!old) continue
      const by = worseBy(old, metric)
      const line = `${bench.padEnd(8)} ${name.padEnd(34)} ${old.value.toFixed(2).padStart(10)} → ${metric.value.toFixed(2).padStart(10)} ${metric.unit.padEnd(8)} ${(-by * 100).toFixed(0)} %`
      console.log(line)
      if (by > WORSE_BY) worse.push(line)
    }
  }
  console.log(worse.length === 0 ? '\nnothing is worse by more than 5 %' : '\nworse by more than 5 %:')
  for (const line of worse) console.log(line)
} finally {
  run(root, 'git', ['worktree', 'remove', '--force', other])
  rmSync(other, { recursive: true, force: true })
}
