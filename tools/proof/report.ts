import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** A failed test, or an error outside any test of a file; without a file, the whole run broke. */
export type Failure = { file?: string; test: string }
export type Report = { passed: number; failures: Failure[] }

/** Writes what a run proved to the file that `PROOF_REPORT` names. */
export class ProofReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.PROOF_REPORT
    if (!file) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const report: Report = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: [...modules.flatMap(failuresOf), ...errors.map(failureOfError)],
    }
    writeFileSync(file, JSON.stringify(report))
  }
}

function failuresOf(module: TestModule): Failure[] {
  const file = module.relativeModuleId
  const failed = [...module.children.allTests('failed')].map((test) => ({ file, test: test.fullName }))
  if (failed.length || module.ok()) return failed
  return [{ file, test: 'outside its tests' }]
}

function failureOfError({ VITEST_TEST_PATH: path, message }: SerializedError): Failure {
  const test = `unhandled error: ${message}`
  return typeof path === 'string' ? { file: relative('', path), test } : { test }
}
