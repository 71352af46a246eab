import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDatabase } from '../ensure-database.ts'
import { errorText } from '../error-code.ts'
import type { Log } from '../log.ts'
import { signal } from '../process-facts.ts'
import { findBinaries } from './binaries.ts'
import { clusterUser } from './cluster-user.ts'
import { createCluster } from './create-cluster.ts'
import { chooseLauncher } from './launcher.ts'
import { clearLeftovers } from './leftovers.ts'
import { type Postmaster, spawnPostmaster, stopPostmaster, untilReady } from './postmaster.ts'

export interface Embedded {
  /** Connection string of the owner of the database `portico`, without further rights. */
  url: string
  /** Connection strings of the roles that own nothing in it. */
  logins: { app: string; reader: string }
  /** Connection string of the superuser of the cluster. */
  adminUrl: string
  stop(): Promise<void>
}

/**
 * Real PostgreSQL in `dataDir`/pg, reachable only through a socket in its own private folder. It is started again when
 * it dies and stops with us. The caller holds the data folder (`openDataDir`).
 */
export async function startEmbedded(options: { dataDir: string; log: Log; isDurable?: boolean }): Promise<Embedded> {
  const { log, isDurable = true } = options
  const dataDir = realpathSync(options.dataDir)
  const pgDir = join(dataDir, 'pg')
  const binaries = findBinaries()
  const user = clusterUser(pgDir)
  const launcher = chooseLauncher(user, binaries, dataDir)
  await createCluster(dataDir, pgDir, binaries, launcher, user)
  const stopping = new AbortController()
  let running: Postmaster
  await launch()
  const socket = reachableSocket(pgDir)
  const interrupt = () => running.pid && !running.hasEnded() && signal(running.pid, 'SIGINT')
  process.once('exit', interrupt)
  const watch = keepAlive()

  async function launch() {
    await clearLeftovers(pgDir, log)
    stopping.signal.throwIfAborted()
    running = spawnPostmaster(pgDir, binaries.postgres, launcher, isDurable)
    await untilReady(running, pgDir, log)
  }

  async function keepAlive() {
    for (;;) {
      const reason = await running.ended
      if (stopping.signal.aborted) return
      log.error({ reason }, 'database ended unexpectedly, restarting it')
      await relaunch()
    }
  }

  async function relaunch() {
    for (let pause_ms = 100; !stopping.signal.aborted; pause_ms = Math.min(pause_ms * 2, 2000)) {
      try {
        await launch()
        log.info('database restarted')
        return
      } catch (e) {
        if (stopping.signal.aborted) return
        log.error({ reason: errorText(e) }, 'database did not start, retrying')
        await sleep(pause_ms, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  async function stop() {
    stopping.abort()
    await stopPostmaster(running)
    await watch
    // A killed server leaves children, and the next process to open the folder must find it quiet.
    await clearLeftovers(pgDir, log)
    process.removeListener('exit', interrupt)
    socket.remove()
  }

  const url = (who: string, database: string) => addressIn(socket.folder, who, database)
  const embedded = {
    url: url('portico', 'portico'),
    logins: { app: url('portico_app', 'portico'), reader: url('portico_reader', 'portico') },
    adminUrl: url('postgres', 'postgres'),
    stop,
  }
  try {
    await ensureDatabase(embedded.adminUrl)
    return embedded
  } catch (e) {
    await stop()
    throw e
  }
}

function addressIn(folder: string, who: string, database: string): string {
  return `postgresql:///${database}?host=${encodeURIComponent(folder)}&port=5432&user=${who}&sslmode=disable`
}

/** Connects as the owner, beside the process that runs the database in this data folder. */
export function reachEmbedded(dataDir: string): { url: string; close(): void } {
  const socket = reachableSocket(join(realpathSync(dataDir), 'pg'))
  return { url: addressIn(socket.folder, 'portico', 'portico'), close: socket.remove }
}

/** A socket path may be some 100 bytes long; below a deeper folder we connect through a short link of our own. */
function reachableSocket(pgDir: string): { folder: string; remove(): void } {
  if (Buffer.byteLength(join(pgDir, '.s.PGSQL.5432')) <= 103) return { folder: pgDir, remove: () => undefined }
  const location = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp'
  const folder = mkdtempSync(join(location, 'portico-'))
  symlinkSync(pgDir, join(folder, 'pg'))
  return { folder: join(folder, 'pg'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
