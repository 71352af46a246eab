// The real server for a measurement or a proof, on a port of its own.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '../tools/ready/folders.mjs'
import { buildWebIfStale } from '../tools/ready/web.mjs'

const READY_WITHIN_MS = 90_000

/** The entry file and its folder: the sources of this checkout, or a build of them. */
export interface Program {
  cwd: string
  server: [string, ...string[]]
  cli: [string, ...string[]]
  /** Passed on as file descriptors from 3 on. */
  fds?: number[]
}

const SOURCES: Program = {
  // The program of another checkout, when two are compared.
  cwd: process.env.BENCH_ROOT ?? root,
  server: [process.execPath, 'server/src/main.ts'],
  cli: [process.execPath, 'server/src/operator/cli.ts'],
}

/**
 * In production mode unless the settings override it; the folder outlives the server, so that a next one can open it.
 * `log` receives every line the server writes.
 */
export async function runServer(
  settings: { DATA_DIR: string; [name: string]: string },
  log?: (line: string) => void,
  { cwd, server: [program, ...args], cli: [cli, ...cli_args], fds = [] }: Program = SOURCES,
) {
  buildWebIfStale()
  const port = settings.PORT === undefined ? await freePort() : Number(settings.PORT)
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DEMO: 'on',
    LOG_LEVEL: 'error',
    PORT: String(port),
    ...settings,
  }
  const stdout = log ? 'pipe' : 'ignore'
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', stdout, 'inherit', ...fds] })
  if (log && child.stdout) createInterface(child.stdout).on('line', log)
  const exit = once(child, 'exit')
  const url = `http://localhost:${port}`
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await exit
  }
  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (performance.now() > deadline) {
      await end('SIGKILL')
      throw new Error('the server did not become ready in time')
    }
    await pause(25)
  }
  return {
    url,
    pid: child.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill9: () => end('SIGKILL'),
    /** The operator's command line against this server; rejects when it refuses or cannot reach it. */
    operator: async (...words: string[]) => {
      const { stdout } = await promisify(execFile)(cli, [...cli_args, ...words], { cwd, env })
      return stdout
    },
  }
}

export type RunningServer = Awaited<ReturnType<typeof runServer>>

/** Started as root, PostgreSQL runs as another user, which must be able to enter this folder. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  chmodSync(folder, 0o711)
  return folder
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
