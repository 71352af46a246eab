// Callers of a live function, and the processor time of the processes that answer them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'undici'
import { LIVE } from './gateway-client.ts'

export const CALLERS = 64
export const ROUND_MS = 2500
/** Warm-up: until the code is compiled and the writes of the start are on disk. */
export const WARM_MS = 8000
const ALONE_MS = 1000
const TICKS_A_SECOND = 100
const body = JSON.stringify([{ keyword: 'standing desk', location_code: 2840, language_code: 'en' }])

export interface Side {
  pool: Pool
  /** Those that answer. */
  pids: number[]
  /** Of a call, by its number: callers may be many. */
  headers: (call: number) => Record<string, string>
}

/** Another process of this measurement. */
export async function neighbour(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'gateway-neighbours.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { url: `http://127.0.0.1:${Number(port)}`, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') }
}

export async function call({ pool, headers }: Side, number: number): Promise<void> {
  const reply = await pool.request({ method: 'POST', path: LIVE, headers: headers(number), body })
  const text = await reply.body.text()
  if (!text.includes('"items"')) throw new Error(`${reply.statusCode} ${text.slice(0, 200)}`)
}

/** Calls per second with many callers, and the processor time of each. */
export async function throughput(side: Side, ms = ROUND_MS): Promise<{ rate: number; cpu_us: number }> {
  const [since, busy] = [performance.now(), cpuMs(side.pids)]
  let calls = 0
  const caller = async () => {
    while (performance.now() - since < ms) {
      calls += 1
      await call(side, calls)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const rate = (calls * 1000) / (performance.now() - since)
  return { rate, cpu_us: ((cpuMs(side.pids) - busy) * 1000) / calls }
}

/** The median latency of a single caller. */
export async function latency(side: Side): Promise<number> {
  const times: number[] = []
  for (const end = performance.now() + ALONE_MS; performance.now() < end; ) {
    const since = performance.now()
    await call(side, 0)
    times.push(performance.now() - since)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** The fields after the name of a process; none if it has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return []
  }
}

function cpuMs(pids: number[]): number {
  let ticks = 0
  for (const pid of pids) for (const field of statOf(pid).slice(11, 13)) ticks += Number(field)
  return (ticks * 1000) / TICKS_A_SECOND
}

/** Processor time of PostgreSQL: its first process and all others it has started, ended ones included. */
export function postgresMs(data_dir: string): number {
  const first = Number(readFileSync(join(data_dir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(Number(pid))
    if (Number(pid) === first) for (const field of fields.slice(11, 15)) ticks += Number(field)
    else if (Number(fields[1]) === first) for (const field of fields.slice(11, 13)) ticks += Number(field)
  }
  return (ticks * 1000) / TICKS_A_SECOND
}
