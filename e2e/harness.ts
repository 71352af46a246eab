// The real server, started by a journey in a separate process with its own port and database.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { root } from '../tools/ready/folders.mjs'
import { isAlive, isHostFree, startInHost } from './harness-host.ts'
import { freePort, killDatabaseIn, queryDatabase, seededServerEnv } from './harness-resources.ts'
import { COMPILED } from './harness-setup.ts'

export type Finished = { code: number; stdout: string; stderr: string }
export type Server = {
  url: string
  dataDir: string
  /** Empty if the server has its own embedded database. */
  databaseUrl: string
  pid: number
  /** Everything the server has written so far. */
  output: () => string
  /** Stops gracefully; fails if the server does not end with 0. */
  stop: () => Promise<void>
  kill9: () => Promise<void>
  /** The operator's command line against this server, which must still run if it is in the shared process: `operator(['user', 'show', 'x'])`. */
  operator: (args: string[]) => Promise<Finished>
  /** An operator command that must succeed; returns its output: `operate('user', 'show', 'x')`. */
  operate: (...args: string[]) => Promise<string>
  /** Runs one statement in the server's database, unless it has its own embedded one. */
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
}

const readyWithin_ms = 90_000
const stopWithin_ms = 20_000
const running = new Set<Server>()

/** `overrides` are environment variables; they may include DATA_DIR and DATABASE_URL of another server. */
export async function startServer(overrides: Record<string, string> = {}): Promise<Server> {
  const settings = await settingsOf(overrides)
  const child = spawn(process.execPath, [inject('program').server], {
    cwd: root,
    env: settings.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => written.push(text))
  const output = () => written.join('')
  const exit = once(child, 'exit')
  const server = serverOf(settings, {
    pid: child.pid ?? 0,
    output,
    stop: async () => {
      if (!isAlive(child)) return
      child.kill('SIGTERM')
      const ended = await Promise.race([exit, pause(stopWithin_ms, undefined, { ref: false })])
      if (!ended) child.kill('SIGKILL')
      if (child.exitCode !== 0) throw new Error(`the server ended with ${child.exitCode ?? 'no code'}\n${output()}`)
    },
    kill9: async () => {
      child.kill('SIGKILL')
      await exit
    },
    operator: (args) => runToEnd([inject('program').cli, ...args], settings.env),
  })
  await untilReady(child, server.url, output)
  return server
}

/** Like `startServer`, from the sources and in a process that other files of this worker use before and after: for tests of what a server does, not of how its process starts and ends. */
export async function openServer(overrides: Record<string, string> = {}): Promise<Server> {
  if (!isHostFree()) return startServer(overrides)
  const settings = await settingsOf(overrides)
  return serverOf(settings, await startInHost(settings.env))
}

type Settings = Pick<Server, 'url' | 'dataDir' | 'databaseUrl'> & { env: NodeJS.ProcessEnv }

async function settingsOf(overrides: Record<string, string>): Promise<Settings> {
  const port = overrides.PORT ?? String(await freePort())
  const server_env = overrides.DATA_DIR === undefined ? await seededServerEnv() : { DATA_DIR: overrides.DATA_DIR }
  const env = {
    ...own(['PATH', 'HOME', 'LANG', 'TMPDIR']),
    ...COMPILED,
    NODE_ENV: 'development',
    // A generous timeout, so that a busy machine does not cause failures.
    BOOKING_TIMEOUT_MS: '15000',
    PORT: port,
    ...server_env,
    ...overrides,
  }
  const databaseUrl = ('DATABASE_URL' in server_env ? server_env.DATABASE_URL : overrides.DATABASE_URL) ?? ''
  return { env, url: `http://localhost:${port}`, dataDir: server_env.DATA_DIR, databaseUrl }
}

function serverOf(
  { url, dataDir, databaseUrl }: Settings,
  { pid, output, stop, kill9, operator }: Pick<Server, 'pid' | 'output' | 'stop' | 'kill9' | 'operator'>,
): Server {
  const server: Server = {
    url,
    dataDir,
    databaseUrl,
    pid,
    output,
    stop: () => {
      running.delete(server)
      return stop()
    },
    kill9,
    operator,
    operate: async (...args) => {
      const { code, stdout, stderr } = await operator(args)
      if (code !== 0) throw new Error(`portico ${args.join(' ')} failed: ${stderr || stdout}`)
      return stdout
    },
    query: (text, values) => queryDatabase(databaseUrl, text, values),
  }
  running.add(server)
  return server
}

async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = performance.now() + readyWithin_ms
  while (isAlive(child) && performance.now() < deadline) {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined)
    await reply?.body?.cancel()
    if (reply?.status === 200) return
    await pause(25)
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not become ready in time\n${output()}`)
}

async function runToEnd(args: string[], env: NodeJS.ProcessEnv): Promise<Finished> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
    return { code: 0, stdout, stderr }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'number')) throw error
    const { stdout, stderr } = Object.assign({ stdout: '', stderr: '' }, error)
    return { code: error.code, stdout, stderr }
  }
}

function own(names: string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

export async function stopServers(): Promise<void> {
  for (const server of running) {
    await server.stop().catch(() => undefined)
    killDatabaseIn(server.dataDir)
  }
  running.clear()
}
