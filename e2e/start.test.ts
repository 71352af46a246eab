import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { variants } from '../server/src/testing/variants.ts'
import { root } from '../tools/ready/folders.mjs'
import { startServer } from './harness.ts'
import { emptyServerEnv, freePort, freshFolder, killDatabaseIn } from './harness-resources.ts'
import { COMPILED } from './harness-setup.ts'

/** Without the demo account, whose ninety days of calls are not needed here. */
const NO_DEMO = { DEMO: 'off' }
/** Shared, as creating the embedded database takes longest: each test leaves it as after a stop or a crash. */
const server_env = { ...emptyServerEnv(), ...NO_DEMO }

/** Starts the program and waits for it to give up. */
async function startToEnd(env: Record<string, string>) {
  const child = spawn(process.execPath, [inject('program').server], {
    cwd: root,
    env: { ...COMPILED, PATH: process.env.PATH ?? '', PORT: String(await freePort()), DATA_DIR: freshFolder(), ...env },
  })
  let message = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (message += text))
  const [code] = await once(child, 'exit')
  return { code, lines: message.trim().split('\n') }
}

type Wrong = readonly [string, Record<string, string>, RegExp]

/** One invalid setting per kind; the tests of the settings check each message. */
const WRONG: Wrong[][] = [
  [
    ['a port that is no number', { PORT: 'eighty' }, /PORT is 'eighty', but must be a whole number/],
    ['a public address with a path', { PUBLIC_URL: 'https://x.example/path' }, /PUBLIC_URL/],
    ['an unknown NODE_ENV', { NODE_ENV: 'prod' }, /NODE_ENV is 'prod', but must be one of/],
    ['a short secret', { SECRET: 'short' }, /SECRET must have 32 characters or more/],
    ['a mail server that is none', { SMTP_URL: 'mail.example.com' }, /SMTP_URL must look like/],
  ],
  [['a provider folder that is not there', { PROVIDER_DIR: '/nowhere' }, /brand\.yaml could not be read/]],
  [
    ['a database that does not answer', { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/x' }, /database/i],
    ['a database address that is none', { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL/],
  ],
]

for (const [[what, env, line], options] of WRONG.flatMap((kind) => variants(kind)))
  test(`${what} stops the start with one clear line and exit code 1`, options, async () => {
    const { code, lines } = await startToEnd(env)
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(line)
    expect(lines[0]).not.toContain('hunter2')
  })

test('a taken port stops the start with one clear line, and the data folder stays usable', {
  tags: 'long',
}, async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const PORT = String(typeof address === 'object' && address ? address.port : 0)
  const refused = await startToEnd({ PORT, ...server_env })
  expect(refused).toMatchObject({ code: 1, lines: [expect.stringContaining(`Port ${PORT} on 127.0.0.1 is taken`)] })
  holder.close()
  await (await startServer({ ...server_env, PORT })).stop()
})

test('a second process on the same data folder is refused, and the first continues', { tags: 'long' }, async () => {
  const first = await startServer(server_env)
  const refused = await startToEnd({ DATA_DIR: first.dataDir })
  expect(refused.code).toBe(1)
  expect(refused.lines).toHaveLength(1)
  expect(refused.lines[0]).toContain(String(first.pid))
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  await first.stop()
})

test('a read-only data folder stops the start with one clear line', async () => {
  const inside = join(freshFolder(), 'kept')
  mkdirSync(inside)
  const isRoot = process.getuid?.() === 0
  // Root ignores permission bits: for root the folder is made immutable, or is placed below a plain file.
  const lock = () => {
    if (!isRoot) return chmodSync(inside, 0o555)
    execFileSync('chattr', ['+i', inside], { stdio: 'ignore' })
  }
  let DATA_DIR = inside
  try {
    lock()
  } catch {
    writeFileSync(join(inside, 'file'), '')
    DATA_DIR = join(inside, 'file', 'below')
  }
  try {
    const refused = await startToEnd({ DATA_DIR })
    expect(refused.code).toBe(1)
    expect(refused.lines).toHaveLength(1)
    expect(refused.lines[0]).toContain(DATA_DIR)
  } finally {
    if (isRoot && DATA_DIR === inside) execFileSync('chattr', ['-i', inside], { stdio: 'ignore' })
  }
})

test('a start after kill -9 of server and database is clean and loses no booking', { tags: 'long' }, async () => {
  const first = await startServer(server_env)
  expect((await first.operator(['staff', 'add', 'kept@example.com'])).code).toBe(0)
  expect((await first.operator(['credit', 'kept@example.com', '3', '--reason', 'before the crash'])).code).toBe(0)
  await first.kill9()
  await killDatabaseIn(first.dataDir)
  const again = await startServer(server_env)
  const shown = await again.operator(['user', 'show', 'kept@example.com'])
  expect(shown.stdout).toContain('$3.000000')
  expect((await again.operator(['books'])).stdout).toContain('balanced')
  await again.stop()
})

test('the operator token and the secret are readable by their owner alone, and SIGTERM drains and exits 0', async () => {
  const server = await startServer(server_env)
  for (const name of ['operator.json', 'secret']) expect(statSync(join(server.dataDir, name)).mode & 0o777).toBe(0o600)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('http_request_seconds_bucket')
  await server.stop()
  expect(readdirSync(server.dataDir)).not.toContain('operator.json')
  expect((await server.operator(['status'])).stderr).toContain('No running server found')
})

test('SIGTERM to npm start drains, exits 0 and leaves nothing behind', async () => {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...COMPILED, ...server_env, PATH: process.env.PATH ?? '', PORT: String(port) },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status
  await expect.poll(ready, { timeout: 60_000 }).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await ready()).toBe(undefined)
})
