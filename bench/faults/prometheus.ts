// Prometheus with the files of deploy/observability, scraping instances on other ports.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../tools/ready/folders.mjs'
import { freePort, freshFolder } from '../run-server.ts'

const FOLDER = join(root, 'deploy/observability')
const PROGRAM = ['/usr/bin/prometheus', '/usr/local/bin/prometheus', '/opt/homebrew/bin/prometheus'].find(existsSync)

export interface Alert {
  state: 'pending' | 'firing'
  labels: Record<string, string>
}
export interface Series {
  metric: Record<string, string>
  /** Pairs of time in seconds and value. */
  values: [number, string][]
}

/** Undefined if Prometheus is not installed. */
export async function startPrometheus(ports: number[]) {
  if (!PROGRAM) return undefined
  const folder = freshFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = readFileSync(join(FOLDER, 'prometheus.yml'), 'utf8')
    .replace('127.0.0.1:9464', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:9465', `127.0.0.1:${ports[1]}`)
  writeFileSync(join(folder, 'prometheus.yml'), config)
  cpSync(join(FOLDER, 'alerts.yaml'), join(folder, 'alerts.yaml'))
  const flags = [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ]
  const child = spawn(PROGRAM, flags, { stdio: 'inherit' })
  const ended = once(child, 'exit')

  async function ask<T>(path: string, query: Record<string, string> = {}): Promise<T> {
    const reply = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(query)}`)
    const { status, data, error } = (await reply.json()) as { status: string; data: T; error?: string }
    if (status !== 'success') throw new Error(`Prometheus: ${error} (${JSON.stringify(query)})`)
    return data
  }
  for (let tries = 0; (await fetch(`${url}/-/ready`).catch(() => undefined))?.status !== 200; tries += 1) {
    if (tries > 300 || child.exitCode !== null) throw new Error('Prometheus did not become ready')
    await pause(100)
  }
  return {
    url,
    alerts: async () => (await ask<{ alerts: Alert[] }>('alerts')).alerts,
    rules: async () =>
      (await ask<{ groups: { rules: { name: string; health: string }[] }[] }>('rules')).groups.flatMap(
        ({ rules }) => rules,
      ),
    range: async (query: string, from: Date, to: Date) => {
      const [start, end] = [from, to].map((at) => String(at.getTime() / 1000)) as [string, string]
      return (await ask<{ result: Series[] }>('query_range', { query, start, end, step: '15' })).result
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export type Prometheus = NonNullable<Awaited<ReturnType<typeof startPrometheus>>>
