import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'

export type Outcome = { passed: number; failed: number }
export type Step = { name: string; run: () => Outcome }

const ok: Outcome = { passed: 0, failed: 0 }
const broken: Outcome = { passed: 0, failed: 1 }

/** Runs every step, so that one run shows all there is to mend; the last line is the whole result. */
export function prove(steps: Step[]): void {
  const total = { passed: 0, failed: 0 }
  const broke: string[] = []
  for (const { name, run } of steps) {
    const since = performance.now()
    const { passed, failed } = attempt(run)
    total.passed += passed
    total.failed += failed
    if (failed) broke.push(name)
    console.log(`${failed ? '✗' : '✓'} ${name} (${((performance.now() - since) / 1000).toFixed(1)} s)`)
  }
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
      const report = `.cache/proof/${name.replaceAll(/\W+/g, '-')}.json`
      mkdirSync('.cache/proof', { recursive: true })
      rmSync(report, { force: true })
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const { status } = spawnSync('node_modules/.bin/vitest', ['run', ...args, ...reporters], { stdio: 'inherit' })
      return count(readFileSync(report, 'utf8'), status)
    },
  }
}

/** A run that breaks outside any test (a hook, an unhandled error) counts as one failure. */
export function count(report: string, status: number | null): Outcome {
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(report)
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) }
}
