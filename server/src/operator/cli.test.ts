import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let data_dir: string
beforeAll(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'portico-cli-'))
  // As a crashed server leaves it.
  const server = { url: 'http://127.0.0.1:9', token: '', currency: 'USD' }
  writeFileSync(join(data_dir, 'operator.json'), JSON.stringify(server))
})
afterAll(() => rmSync(data_dir, { recursive: true }))

function portico(...words: string[]) {
  const env = { DATA_DIR: data_dir }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...words], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const SILENT =
  'The server at http://127.0.0.1:9 does not answer. Start it with npm start, or set DATA_DIR to its folder.'

test('a server that does not answer is named', () => {
  expect(portico('status')).toEqual({ status: 1, stdout: '', stderr: `portico: ${SILENT}\n` })
})

test.each([
  [['status', '--json'], SILENT],
  [
    ['credit', 'a@example.com', 'abc', '--reason', 'as agreed', '--json'],
    "<amount> is 'abc', but must be an amount like",
  ],
])('an error is JSON, too, with --json: %j', (words, message) => {
  const { status, stdout, stderr } = portico(...words)
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining(message) })
  expect(stderr).toMatch(/^portico: /)
})
