import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'

/** `unsteady` names what failed once and passed when it was run alone. */
export type Outcome = { passed: number; failed: number; unsteady?: string[] }
export type Step = { name: string; run: () => Outcome }

const ok: Outcome = { passed: 0, failed: 0 }
const broken: Outcome = { passed: 0, failed: 1 }

/** More files than this do not fail by chance. */
const RUN_AGAIN = 4

/** Runs every step, so that one run shows all there is to mend; the last line is the whole result. */
export function prove(steps: Step[]): void {
  const total = { passed: 0, failed: 0 }
  const broke: string[] = []
  const unsteady: string[] = []
  for (const { name, run } of steps) {
    const since = performance.now()
    const outcome = attempt(run)
    total.passed += outcome.passed
    total.failed += outcome.failed
    unsteady.push(...(outcome.unsteady ?? []))
    if (outcome.failed) broke.push(name)
    console.log(`${outcome.failed ? '✗' : '✓'} ${name} (${((performance.now() - since) / 1000).toFixed(1)} s)`)
  }
  for (const test of unsteady) console.log(`unsteady, passed when run alone: ${test}`)
  if (broke.length) console.log(`not in order: ${broke.join(', ')}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed ? 1 : 0
}

function attempt(run: Step['run']): Outcome {
  try {
    return run()
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return broken
  }
}

/** A tool that is worth hearing only when it fails. */
export function tool(name: string, bin: string, ...args: string[]): Step {
  return {
    name,
    run: () => {
      const { status, stdout, stderr, error } = spawnSync(`node_modules/.bin/${bin}`, args, { encoding: 'utf8' })
      if (status === 0) return ok
      console.log(`${stdout}${stderr}${error?.message ?? ''}`.trim())
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

/** A Vitest run, shown as it goes and counted from its own report. */
export function tests(name: string, ...args: string[]): Step {
  return {
    name,
    run: () => {
      const first = vitest(name, args)
      const files = worthAnotherRun(first)
      if (!files) return count(first)
      console.log(`once more, alone: ${files.join(', ')}`)
      return afterRunAlone(first, vitest(`${name} again`, [...args, ...files, '--no-file-parallelism']))
    },
  }
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}
export type Run = { report: Report; status: number | null }

function vitest(name: string, args: string[]): Run {
  const file = `.cache/proof/${name.replaceAll(/\W+/g, '-')}.json`
  mkdirSync('.cache/proof', { recursive: true })
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', ...args, ...reporters], { stdio: 'inherit' })
  return { report: JSON.parse(readFileSync(file, 'utf8')), status }
}

/** A run that breaks outside any test (a hook, an unhandled error) counts as one failure. */
export function count({ report, status }: Run): Outcome {
  const { numPassedTests: passed, numFailedTests: failed } = report
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) }
}

/** The files that failed, when they are few: on a busy machine a wait can be too short. An error outside any file is none. */
export function worthAnotherRun({ report, status }: Run): string[] | undefined {
  if (status === 0) return undefined
  const files = report.testResults.filter((file) => file.status === 'failed').map((file) => relative('', file.name))
  return files.length && files.length <= RUN_AGAIN ? files : undefined
}

/** What failed twice has failed; what passed alone is told by name, so that its wait is mended. */
export function afterRunAlone(first: Run, again: Run): Outcome {
  const second = count(again)
  if (second.failed) return { passed: first.report.numPassedTests, failed: second.failed }
  const failed = first.report.testResults.flatMap((file) =>
    file.status === 'failed' ? failuresOf(file).map((test) => `${relative('', file.name)} › ${test}`) : [],
  )
  return { passed: first.report.numPassedTests + first.report.numFailedTests, failed: 0, unsteady: failed }
}

function failuresOf({ assertionResults }: Report['testResults'][number]): string[] {
  const names = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
  return names.length ? names : ['outside its tests']
}
