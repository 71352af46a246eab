import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { readHeldPort } from '#env/held-port.ts'
import { openPort } from './open-port.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server as small as possible; a request to /stop ends it at once, with the port as its last owner would leave it. */
const PROGRAM = `import fastify from 'fastify'
import { readHeldPort } from './src/env/held-port.ts'
import { openPort } from './src/start/open-port.ts'
const app = fastify()
app.get('/', async () => String(process.pid))
app.get('/stop', async () => { setImmediate(() => process.exit()); return 'stopping' })
await openPort(app, { port: Number(process.env.PORT), host: '127.0.0.1', listen_fd: readHeldPort(process.env) })`

/** A listening socket that only a shell holds, as systemd does, and the port it leads to. */
async function holdPort(run: string, env: Record<string, string> = {}) {
  const opener = createServer().listen(0, '127.0.0.1')
  await once(opener, 'listening')
  const { port } = opener.address() as AddressInfo
  const { fd } = (opener as unknown as { _handle: { fd: number } })._handle
  const args = [process.execPath, '--input-type=module', '-e', PROGRAM]
  const shell = spawn('sh', ['-c', run, ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: '/usr/bin:/bin', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe', fd],
  })
  opener.close()
  ends.push(() => shell.kill())
  return { url: `http://127.0.0.1:${port}`, shell }
}

const START = `sh -c 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"' "$0" "$@"`

test('O10 a port that is held open is served by the next process, and who calls in between waits', async () => {
  const { url } = await holdPort(`${START}; ${START}`)
  const ask = async (path: string) => (await fetch(`${url}${path}`, { headers: { connection: 'close' } })).text()
  const first = await ask('/')
  await ask('/stop')
  const second = await ask('/')
  expect(Number(second)).toBeGreaterThan(0)
  expect(second).not.toBe(first)
  await ask('/stop')
})

test('a held port that PORT does not name is refused, as commands would not find the server', async () => {
  const { shell } = await holdPort(START, { PORT: '1' })
  let printed = ''
  shell.stderr?.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  await once(shell, 'close')
  expect(printed).toMatch(/ListenStream of portico\.socket is port \d+, and PORT is 1: set both to the same/)
})

test('a port that is taken is named', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  ends.push(() => other.close())
  const { port } = other.address() as AddressInfo
  await expect(openPort(fastify(), { port, host: '127.0.0.1', listen_fd: undefined })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken.`,
  )
})

test('a held port is used by the process it is meant for and by its workers, and only one', () => {
  expect(readHeldPort({ LISTEN_FDS: '1', LISTEN_PID: '12' }, [12, 1])).toBe(3)
  expect(readHeldPort({ LISTEN_FDS: '1', LISTEN_PID: '12' }, [13, 12])).toBe(3)
  expect(readHeldPort({ LISTEN_FDS: '1', LISTEN_PID: '12' }, [14, 13])).toBeUndefined()
  expect(readHeldPort({ LISTEN_PID: '12' }, [12, 1])).toBeUndefined()
  expect(() => readHeldPort({ LISTEN_FDS: '2', LISTEN_PID: '12' }, [12, 1])).toThrow('one ListenStream')
})
