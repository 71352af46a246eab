import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { instance, outcome, type Report, underLoad } from './row.ts'
import type { Stage } from './stage.ts'

export async function manyCallers(stage: Stage): Promise<Report[]> {
  const how = { callers: 1200, may_refuse: false }
  return [await underLoad(stage, '1,200 callers at once, 15 s', how, () => pause(15_000, undefined))]
}

/** They send a byte now and then and never a whole request. */
export async function slowSenders(stage: Stage): Promise<Report[]> {
  const sockets = await open(stage, 500)
  for (const socket of sockets) socket.write('POST /v3/ HTTP/1.1\r\nHost: x\r\n')
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, 1000)
  const report = await underLoad(stage, '500 senders that never finish a request', { may_refuse: false }, async () => {
    for (let waited = 0; waited < 60 && sockets.some(({ closed }) => !closed); waited += 1) await pause(1000)
    return undefined
  })
  clearInterval(drip)
  const left = sockets.filter(({ closed }) => !closed).length
  for (const socket of sockets) socket.destroy()
  return [report, outcome('  are closed', left === 0, `${left} left`)]
}

export async function idleConnections(stage: Stage): Promise<Report[]> {
  const sockets = await open(stage, 5000)
  for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  const report = await underLoad(stage, '5,000 idle connections', { may_refuse: false }, () => pause(8000, undefined))
  for (const socket of sockets) socket.destroy()
  return [report]
}

async function open(stage: Stage, many: number): Promise<Socket[]> {
  const { hostname, port } = new URL(instance(stage, 0).url)
  const one = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket))
      socket.once('error', reject)
      socket.on('error', () => undefined)
      socket.resume()
    })
  const sockets: Socket[] = []
  for (let at = 0; at < many; at += 100) sockets.push(...(await Promise.all(Array.from({ length: 100 }, one))))
  return sockets
}
