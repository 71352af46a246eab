import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from './commands.ts'

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

const numbers = (gaps: object[]) => ({
  year: 2026,
  series: [{ brand: null, kind: 'invoice', last: 3, count: 3 - gaps.length, last_number: null, gaps }],
})
const chain = (broken: number[]) => ({ rows: 3, last_id: 3, hash: 'ab', broken })

test.each([
  ['document numbers', numbers([]), numbers([{ from: 2, to: 2 }])],
  ['audit verify', chain([]), chain([2])],
  ['payment reconcile', { unexplained: [] }, { unexplained: ['pi_1 is unknown'] }],
])('%s ends with 1 where it finds something, so that a timer notices', async (name, clean, faulty) => {
  let answer: object = clean
  const server = createServer((_, response) => response.end(JSON.stringify(answer)))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const access = { url: `http://127.0.0.1:${port}`, token: '', currency: 'USD' as const }
  const codeOf = async (next: object) => {
    answer = next
    process.exitCode = undefined
    await commands.find((one) => one.name === name)?.run(access, { words: [], options: {}, json: false })
    return process.exitCode
  }
  try {
    expect([await codeOf(clean), await codeOf(faulty)]).toEqual([undefined, 1])
  } finally {
    process.exitCode = undefined
    server.close()
  }
})
