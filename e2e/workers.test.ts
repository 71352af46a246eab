// One server with two workers on one port: exact money, summed metrics, a killed worker and an orderly stop.

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { DEMO, LIVE, readAuthorization } from '../bench/gateway-client.ts'
import { CODE } from '../contract/src/codes.ts'
import { type Server, startServer } from './harness.ts'
import { freePort } from './harness-resources.ts'

const COMMON = { DEMO: 'on', BOT_CHECK: 'off', LOG_LEVEL: 'info', WORKERS: '2' }

/** The database of the harness is no child of the server, so its children are the workers. */
function workersOf({ pid }: Server): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

async function operator(server: Server, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await server.operator(args)
  if (code !== 0) throw new Error(stderr || stdout)
  return stdout
}

async function call(server: Server, authorization: string, keyword: string): Promise<number> {
  const reply = await fetch(`${server.url}${LIVE}`, {
    method: 'POST',
    headers: { authorization, connection: 'close' },
    body: JSON.stringify([{ keyword, location_code: 2840, language_code: 'en' }]),
  })
  const body = (await reply.json()) as { status_code: number; tasks: { status_code: number }[] | null }
  return body.tasks?.[0]?.status_code ?? body.status_code
}

async function sumOf(address: string, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(name))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

test('O1 O4 G7 two workers share a port: thirty of eighty calls at once are paid, metrics are summed, a killed worker is replaced and a stop ends all', async () => {
  const METRICS_PORT = String(await freePort())
  const server = await startServer({ ...COMMON, METRICS_PORT })
  await expect.poll(() => workersOf(server).length, { timeout: 30_000 }).toBe(2)
  await expect.poll(() => server.output(), { timeout: 30_000 }).toContain('all workers listen')
  const authorization = await readAuthorization(server.url)
  const [calls, paid, price] = [80, 30, 2000]
  const { logins } = JSON.parse(await operator(server, 'user', 'show', DEMO.email, '--json'))
  const over = (logins[0].balance_micros - paid * price) / 1e6
  await operator(server, 'credit', DEMO.email, (-over).toFixed(6), '--reason', 'leaves money for thirty')
  await operator(server, 'login', 'set', DEMO.email, '--simultaneous', '200', '--reason', 'all at once')
  const codes = await Promise.all(Array.from({ length: calls }, (_, n) => call(server, authorization, `desk ${n}`)))
  expect(codes.filter((code) => code === CODE.ok)).toHaveLength(paid)
  expect(codes.filter((code) => code === CODE.balanceEmpty || code === CODE.balanceTooLow)).toHaveLength(calls - paid)
  expect(await operator(server, 'books')).toMatch(/^balanced/)

  const answered = 'http_request_seconds_count{method="POST",route="/v3/*"'
  for (const address of [server.url, `http://127.0.0.1:${METRICS_PORT}`])
    await expect.poll(() => sumOf(address, answered), { timeout: 15_000 }).toBe(calls)
  expect(await sumOf(server.url, 'portico_build_info')).toBe(1)

  const [first = 0, second] = workersOf(server)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => workersOf(server).filter((pid) => pid !== first).length, { timeout: 30_000 }).toBe(2)
  expect(workersOf(server)).toContain(second)
  expect(server.output()).toContain('worker ended, it is replaced')
  expect(await call(server, authorization, 'after the kill')).toBe(CODE.balanceEmpty)
  expect(await operator(server, 'books')).toMatch(/^balanced/)
  const workers = workersOf(server)
  await server.stop()
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a server that is stopped as soon as its first worker answers ends with 0 and leaves no worker behind', async () => {
  const server = await startServer(COMMON)
  const workers = workersOf(server)
  expect(workers.length).toBeGreaterThan(0)
  await server.stop()
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a server with several workers that cannot start prints the reason once and ends', async () => {
  const failed = await startServer({ ...COMMON, PROVIDER_DIR: '/nowhere' }).catch((error: Error) => error.message)
  expect(failed).toMatch(/portico: .*\/nowhere/)
  expect(String(failed).match(/portico: /g)).toHaveLength(1)
})
