import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Report } from './report.ts'
import { afterRunAlone, count, prove, type Step, worthAnotherRun } from './step.ts'

const run = (passed: number, ...failures: [file: string, test: string][]): Report => ({
  passed,
  failures: failures.map(([file, test]) => ({ file, test })),
})

test('an error outside any file is a failure, and no file is retried for it', () => {
  const broken: Report = { passed: 1, failures: [{ test: 'exit with 1' }] }
  expect(count(broken)).toEqual({ passed: 1, failed: 1, failures: ['exit with 1'] })
  expect(worthAnotherRun(broken)).toBeUndefined()
  const both = run(1, ['a.test.ts', 'pays'])
  expect(worthAnotherRun({ ...both, failures: [...both.failures, ...broken.failures] })).toBeUndefined()
})

test('a few failing files are retried, many are not', () => {
  expect(worthAnotherRun(run(1))).toBeUndefined()
  const twice = run(1, ['e2e/b.test.ts', 'pays'], ['e2e/b.test.ts', 'unhandled error: closed'])
  expect(worthAnotherRun(twice)).toEqual(['e2e/b.test.ts'])
  const many = ['a', 'b', 'c', 'd', 'e'].map((name): [string, string] => [`${name}.test.ts`, 'pays'])
  expect(worthAnotherRun(run(1, ...many))).toBeUndefined()
})

test('a file that fails twice has failed; one that passes when retried is reported as flaky', () => {
  const first = run(2, ['b.test.ts', 'pays'])
  expect(afterRunAlone(first, run(1, ['b.test.ts', 'pays']))).toEqual({
    passed: 2,
    failed: 1,
    failures: ['b.test.ts › pays'],
  })
  expect(afterRunAlone(first, run(2))).toEqual({ passed: 3, failed: 0, flaky: ['b.test.ts › pays'] })
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
    { name: 'e', run: () => ({ passed: 4, failed: 1, failures: ['a.test.ts › pays'] }) },
  ])
  const code = process.exitCode
  process.exitCode = before
  const lines = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()
  expect(events.slice(0, 2)).toEqual(['a begins', 'b begins'])
  expect(events.slice(4)).toEqual(['c begins', 'd begins', 'd ends'])
  expect(lines).toContain('c is broken')
  expect(lines.at(-4)).toBe('failed: a.test.ts › pays')
  expect(lines.slice(-2)).toEqual(['failed: c, e', '7 passed, 2 failed'])
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
