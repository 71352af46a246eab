import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { conditions } from './conditions.ts'

/** `flaky` names the tests that failed once and passed when their file was retried alone. */
export type Outcome = { passed: number; failed: number; flaky?: string[] }
export type Step = { name: string; run: () => Outcome | Promise<Outcome> }

const ok: Outcome = { passed: 0, failed: 0 }
const broken: Outcome = { passed: 0, failed: 1 }

/** More failing files than this are not flakiness. */
const RUN_AGAIN = 4

/** A test that was flaky in so many runs of this checkout has failed. */
const MOST_FLAKY = 3

/** In how many runs of this checkout each of these was flaky since it was last reported as failed. */
function countFlaky(names: string[], file: string): [string, number][] {
  if (names.length === 0) return []
  const counts: Record<string, number> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const times = names.map((name): [string, number] => [name, (counts[name] ?? 0) + 1])
  for (const [name, seen] of times) counts[name] = seen < MOST_FLAKY ? seen : 0
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(counts))
  return times
}

/** Runs every step, so that one run shows every failure; the last line is the total. Steps in a nested list run in parallel. */
export async function prove(steps: (Step | Step[])[], flakyFile = '.cache/proof/flaky.json'): Promise<void> {
  const total = { passed: 0, failed: 0 }
  const broke: string[] = []
  const flaky: string[] = []
  const take = async ({ name, run }: Step) => {
    const since = performance.now()
    const outcome = await attempt(run)
    total.passed += outcome.passed
    total.failed += outcome.failed
    flaky.push(...(outcome.flaky ?? []))
    if (outcome.failed) broke.push(name)
    console.log(`${outcome.failed ? '✗' : '✓'} ${name} (${((performance.now() - since) / 1000).toFixed(1)} s)`)
  }
  for (const step of steps) await inLanes([step].flat(), take)
  for (const [test, times] of countFlaky(flaky, flakyFile)) {
    console.log(`flaky, passed when retried alone: ${test}${times > 1 ? ` (${times} times by now)` : ''}`)
    if (times < MOST_FLAKY) continue
    total.failed += 1
    broke.push(`flaky in ${times} runs: ${test}`)
  }
  const { seed, slowness } = conditions()
  console.log(`TEST_SEED=${seed} repeats the random tests; timeouts were multiplied by ${slowness}`)
  if (broke.length) console.log(`failed: ${broke.join(', ')}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed ? 1 : 0
}

/** Runs as many steps at once as there are processors, at least two. */
async function inLanes(steps: Step[], take: (step: Step) => Promise<void>): Promise<void> {
  const waiting = [...steps]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await take(step)
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane))
}

async function attempt(run: Step['run']): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return broken
  }
}

/** A tool whose output is shown only when it fails. */
export function tool(name: string, bin: string, ...args: string[]): Step {
  return program(name, `node_modules/.bin/${bin}`, args)
}

/** One of our own scripts, whose output is shown only when it fails. */
export function script(name: string, file: string, ...args: string[]): Step {
  return program(name, process.execPath, [file, ...args])
}

function program(name: string, file: string, args: string[]): Step {
  return {
    name,
    run: async () => {
      const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      const [stdout, stderr, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ])
      if (status === 0) return ok
      console.log(`${stdout}${stderr}`.trim())
      return broken
    },
  }
}

export function action(name: string, run: () => void): Step {
  return {
    name,
    run: () => {
      run()
      return ok
    },
  }
}

/** A Vitest run with live output, counted from its own report. */
export function tests(name: string, ...args: string[]): Step {
  return {
    name,
    run: async () => {
      const first = await vitest(name, args)
      const files = worthAnotherRun(first)
      if (!files) return count(first)
      console.log(`retrying alone: ${files.join(', ')}`)
      return afterRunAlone(first, await vitest(`${name} again`, [...args, ...files, '--no-file-parallelism']))
    },
  }
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}
export type Run = { report: Report; status: number | null }

async function vitest(name: string, args: string[]): Promise<Run> {
  const file = `.cache/proof/${name.replaceAll(/\W+/g, '-')}.json`
  mkdirSync('.cache/proof', { recursive: true })
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const child = spawn('node_modules/.bin/vitest', ['run', ...args, ...reporters], { stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  return { report: JSON.parse(readFileSync(file, 'utf8')), status }
}

/** A run that breaks outside any test (a hook, an unhandled error) counts as one failure. */
export function count({ report, status }: Run): Outcome {
  const { numPassedTests: passed, numFailedTests: failed } = report
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) }
}

/** The failed files, if they are few: on a busy machine a wait can be too short. An error outside any file is not retried. */
export function worthAnotherRun({ report, status }: Run): string[] | undefined {
  if (status === 0) return undefined
  const files = report.testResults.filter((file) => file.status === 'failed').map((file) => relative('', file.name))
  return files.length && files.length <= RUN_AGAIN ? files : undefined
}

/** A file that fails twice has failed; one that passes when retried is reported as flaky, so that its wait gets fixed. */
export function afterRunAlone(first: Run, again: Run): Outcome {
  const second = count(again)
  if (second.failed) return { passed: first.report.numPassedTests, failed: second.failed }
  const failed = first.report.testResults.flatMap((file) =>
    file.status === 'failed' ? failuresOf(file).map((test) => `${relative('', file.name)} › ${test}`) : [],
  )
  return { passed: first.report.numPassedTests + first.report.numFailedTests, failed: 0, flaky: failed }
}

function failuresOf({ assertionResults }: Report['testResults'][number]): string[] {
  const names = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
  return names.length ? names : ['outside its tests']
}
