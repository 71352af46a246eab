import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { afterRunAlone, count, prove, type Run, type Step, worthAnotherRun } from './step.ts'

const file = (name: string, ...failures: string[]) => ({
  name: resolve(name),
  status: failures.length ? 'failed' : 'passed',
  assertionResults: [
    { fullName: 'works', status: 'passed' },
    ...failures.map((fullName) => ({ fullName, status: 'failed' })),
  ],
})

const run = (...testResults: ReturnType<typeof file>[]): Run => {
  const all = testResults.flatMap((one) => one.assertionResults)
  const failed = all.filter((one) => one.status === 'failed').length
  const numPassedTests = all.length - failed
  return { report: { numPassedTests, numFailedTests: failed, testResults }, status: failed ? 1 : 0 }
}

test('an error outside any test is a failure, and no file is retried for it', () => {
  const broken = { ...run(file('a.test.ts')), status: 1 }
  expect(count(broken)).toEqual({ passed: 1, failed: 1 })
  expect(worthAnotherRun(broken)).toBeUndefined()
})

test('a few failing files are retried, many are not', () => {
  expect(worthAnotherRun(run(file('a.test.ts')))).toBeUndefined()
  expect(worthAnotherRun(run(file('a.test.ts'), file('e2e/b.test.ts', 'pays')))).toEqual(['e2e/b.test.ts'])
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => file(`${name}.test.ts`, 'pays'))
  expect(worthAnotherRun(run(...many))).toBeUndefined()
})

test('a file that fails twice has failed; one that passes when retried is reported as flaky', () => {
  const first = run(file('a.test.ts'), file('b.test.ts', 'pays'))
  expect(afterRunAlone(first, run(file('b.test.ts', 'pays')))).toEqual({ passed: 2, failed: 1 })
  expect(afterRunAlone(first, { ...run(file('b.test.ts')), status: 1 })).toMatchObject({ failed: 1 })
  expect(afterRunAlone(first, run(file('b.test.ts')))).toEqual({
    passed: 3,
    failed: 0,
    flaky: ['b.test.ts › pays'],
  })
})

test('steps of one list run in parallel, the next step waits for all of them, and a failing step stops none', async () => {
  const events: string[] = []
  const begun = Promise.withResolvers<void>()
  const step = (name: string, work: () => Promise<void> | void): Step => ({
    name,
    run: async () => {
      events.push(`${name} begins`)
      await work()
      events.push(`${name} ends`)
      return { passed: 1, failed: 0 }
    },
  })
  const written = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const before = process.exitCode
  await prove([
    [step('a', () => begun.promise), step('b', () => begun.resolve())],
    step('c', () => Promise.reject(new Error('c is broken'))),
    step('d', () => undefined),
  ])
  const code = process.exitCode
  process.exitCode = before
  const lines = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()
  expect(events.slice(0, 2)).toEqual(['a begins', 'b begins'])
  expect(events.slice(4)).toEqual(['c begins', 'd begins', 'd ends'])
  expect(lines).toContain('c is broken')
  expect(lines.slice(-2)).toEqual(['failed: c', '3 passed, 1 failed'])
  expect(code).toBe(1)
})

test('a test that is flaky in three runs of a checkout fails the third one, and is counted anew', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'portico-flaky-')), 'proof', 'flaky.json')
  const written = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const before = process.exitCode
  const codes: (typeof process.exitCode)[] = []
  for (let run = 0; run < 5; run += 1) {
    await prove([{ name: 'a', run: () => ({ passed: 1, failed: 0, flaky: ['a.test.ts › pays'] }) }], file)
    codes.push(process.exitCode)
  }
  process.exitCode = before
  const lines = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()
  expect(codes).toEqual([0, 0, 1, 0, 0])
  const failed = lines.indexOf('failed: flaky in 3 runs: a.test.ts › pays')
  expect(lines[failed + 1]).toBe('1 passed, 1 failed')
  expect(lines.at(-1)).toBe('1 passed, 0 failed')
})
