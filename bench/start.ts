// Processor time of the server's own process until /readyz returns 200, on an existing database; scripts were compiled by an earlier start.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/ready/folders.mjs'
import { bundledServer } from '../tools/ready/server.mjs'
import { unpackRelease } from './release-stage.ts'
import { report } from './report.ts'
import { freshFolder, type Program, runServer } from './run-server.ts'

const ROUNDS = 5
const TICKS_A_SECOND = 100
const cli: Program['cli'] = [process.execPath, 'server/src/operator/cli.ts']
const sources = {
  cwd: process.env.BENCH_ROOT ?? root,
  server: [process.execPath, 'server/src/main.ts'],
  cli,
} as Program
// Of another checkout only the sources are started: its builds would be made by its own tools.
const release = process.env.BENCH_ROOT === undefined ? unpackRelease() : undefined
const ways: Record<string, Program> = {
  sources,
  ...(release && { 'npm start': { cwd: root, server: [process.execPath, bundledServer()], cli }, release }),
}
const DATA_DIR = join(freshFolder(), 'data')
const NODE_COMPILE_CACHE = freshFolder()
const spent = new Map<string, number[]>()

// All variants run in each round, so that they meet the same load; the first round compiles and is not counted.
for (let round = 0; round <= ROUNDS; round += 1)
  for (const [name, program] of Object.entries(ways)) {
    const server = await runServer({ DATA_DIR, NODE_COMPILE_CACHE }, undefined, program)
    const [, fields = ''] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    await server.stop()
    if (round > 0) spent.set(name, [...(spent.get(name) ?? []), ((user ?? 0) + (system ?? 0)) / TICKS_A_SECOND])
  }
for (const [name, seconds] of spent) {
  const sorted = seconds.sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  report(`start from ${name}`, { value: median ?? 0, unit: 's' })
  console.log(`${name.padEnd(10)} ${median?.toFixed(2)} s  (${sorted.map((one) => one.toFixed(2)).join(', ')})`)
}
release?.remove()
