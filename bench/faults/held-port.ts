import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bornAt, signal } from '../../server/src/db/process-facts.ts'
import { freshFolder } from '../run-server.ts'
import { instance, outcome, type Row, readiness, underLoad } from './row.ts'

/** Starts the server again as long as the file RUN is there, with the port of descriptor 3, as systemd does. */
const KEEPER = `while [ -e "$RUN" ]; do sh -c 'echo $$ > "$RUN.pid"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"' "$0" "$@"; done`

/**
 * One instance without a proxy, restarted again and again on a port that stays open: callers wait, none is refused. Workers that
 * end may still reset a few connections, but lose and repeat no call.
 */
export const heldPort =
  (calls: number, workers = 1): Row =>
  async (stage) => {
    const { url } = instance(stage, 0)
    await instance(stage, 0).stop()
    const RUN = join(freshFolder(), 'run')
    writeFileSync(RUN, '')
    const opener = createServer().listen({ port: Number(new URL(url).port), host: '127.0.0.1', backlog: 1024 })
    await once(opener, 'listening')
    const { fd } = (opener as unknown as { _handle: { fd: number } })._handle
    const { program } = stage
    const keeper = { ...program, server: ['sh', '-c', KEEPER, ...program.server] as [string, ...string[]], fds: [fd] }
    const settings = { RUN, BOOKING_TIMEOUT_MS: '30000', DRAIN_DELAY_S: '1', WORKERS: String(workers) }
    const starting = stage.start(0, settings, keeper)
    opener.close()
    const held = await starting
    const pid = () => Number(readFileSync(`${RUN}.pid`, 'utf8'))
    let restarts = 0
    const of = workers === 1 ? '' : `, ${workers} workers`
    const name = `restarts of one instance on a held port, ${calls} × POST${of}`
    stage.instances[0] = held
    const report = await underLoad(stage, name, { callers: 32, may_refuse: workers > 1 }, async (_, count) => {
      for (; count() < calls || restarts < 4; restarts += 1) {
        const former = pid()
        signal(former, 'SIGTERM')
        while (pid() === former || (await readiness(url)) !== 200) await pause(100)
        await pause(1000)
      }
      return undefined
    })
    rmSync(RUN)
    const last = pid()
    signal(last, 'SIGTERM')
    while (bornAt(last)) await pause(100)
    await held.stop()
    stage.instances[0] = await stage.start(0)
    return [report, outcome('  restarts', true, String(restarts))]
  }
