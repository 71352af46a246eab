import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '#db/embedded/binaries.ts'
import { clusterUser } from '#db/embedded/cluster-user.ts'
import { chooseLauncher } from '#db/embedded/launcher.ts'
import { type Postmaster, spawnPostmaster } from '#db/embedded/postmaster.ts'
import { signal } from '#db/process-facts.ts'

const OWN_TO_THE_PRIMARY = /\/(postmaster\.(pid|opts)|log|pg_wal\/.+|pg_replslot\/.+|\.s\.PGSQL.*)$/

export type Standby = Awaited<ReturnType<typeof startStandby>>

/** A streaming replica of an embedded server, from a base backup of its files. */
export async function startStandby(adminUrl: string) {
  const primary = new pg.Client({ connectionString: adminUrl })
  await primary.connect()
  const source: string = (await primary.query('show data_directory')).rows[0].data_directory
  const dataDir = mkdtempSync(join(dirname(dirname(source)), 'portico-standby-'))
  chmodSync(dataDir, 0o711)
  const folder = join(dataDir, 'pg')
  await primary.query(`select pg_backup_start('standby', true)`)
  cpSync(source, folder, { recursive: true, filter: (path) => !OWN_TO_THE_PRIMARY.test(path) })
  const { rows } = await primary.query('select labelfile from pg_backup_stop(false)')
  await primary.end()
  mkdirSync(join(folder, 'pg_wal/archive_status'), { recursive: true })
  writeFileSync(join(folder, 'backup_label'), rows[0].labelfile)
  writeFileSync(join(folder, 'standby.signal'), '')
  const from = `host=${source} port=5432 user=postgres`
  writeFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  const { uid, gid } = statSync(source)
  for (const path of [
    dataDir,
    folder,
    ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  ])
    chownSync(path, uid, gid)
  chmodSync(folder, 0o700)

  const binaries = findBinaries()
  const launcher = chooseLauncher(clusterUser(folder), binaries, dataDir)
  const url = (database: string, user: string) =>
    `postgresql:///${database}?host=${encodeURIComponent(folder)}&port=5432&user=${user}&sslmode=disable`
  let running: Postmaster
  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url('postgres', 'postgres') })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  async function start() {
    running = spawnPostmaster(folder, binaries.postgres, launcher, false)
    for (let tries = 0; tries < 300; tries += 1) {
      const answers = await query('select 1').catch(() => undefined)
      if (answers) return
      if (running.hasEnded()) break
      await sleep(50)
    }
    throw new Error(`the standby did not start: ${running.output()}`)
  }
  async function end(name: NodeJS.Signals) {
    if (running.pid && !running.hasEnded()) signal(running.pid, name)
    await running.ended
  }
  await start()
  return {
    url: url('portico', 'portico_app'),
    query,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
