import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { conditions } from './conditions.ts'
import type { Failure, Report } from './report.ts'

/** `failures` names the tests that failed; `flaky` those that failed once and passed when their file was retried alone. */
export type Outcome = { passed: number; failed: number; failures?: string[]; flaky?: string[] }
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
  const failures: string[] = []
  const flaky: string[] = []
  const take = async ({ name, run }: Step) => {
    const since = performance.now()
    const outcome = await attempt(run)
    total.passed += outcome.passed
    total.failed += outcome.failed
    failures.push(...(outcome.failures ?? []))
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
  for (const test of failures) console.log(`failed: ${test}`)
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

async function vitest(name: string, args: string[]): Promise<Report> {
  const file = `.cache/proof/${name.replaceAll(/\W+/g, '-')}.json`
  mkdirSync('.cache/proof', { recursive: true })
  rmSync(file, { force: true })
  const env = { ...process.env, PROOF_REPORT: file }
  const child = spawn('node_modules/.bin/vitest', ['run', ...args], { stdio: 'inherit', env })
  const [status] = await once(child, 'exit')
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  // A run can break after its last test, for example while a server is stopped.
  if (status !== 0 && report.failures.length === 0) report.failures.push({ test: `exit with ${status}` })
  return report
}

const nameOf = ({ file, test }: Failure) => (file ? `${file} › ${test}` : test)

export function count({ passed, failures }: Report): Outcome {
  return { passed, failed: failures.length, failures: failures.map(nameOf) }
}

/** The failed files, if they are few: on a busy machine a wait can be too short. An error outside any file is not retried. */
export function worthAnotherRun({ failures }: Report): string[] | undefined {
  const files = failures.flatMap(({ file }) => file ?? [])
  if (files.length < failures.length) return undefined
  const failed = [...new Set(files)]
  return failed.length && failed.length <= RUN_AGAIN ? failed : undefined
}

/** A file that fails twice has failed; one that passes when retried is reported as flaky, so that its wait gets fixed. */
export function afterRunAlone(first: Report, again: Report): Outcome {
  if (again.failures.length) return { ...count(again), passed: first.passed }
  return { passed: first.passed + first.failures.length, failed: 0, flaky: first.failures.map(nameOf) }
}
