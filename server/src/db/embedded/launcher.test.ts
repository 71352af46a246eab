import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Binaries, findBinaries } from './binaries.ts'
import { type ClusterUser, canEnter, canReach, clusterUser } from './cluster-user.ts'
import { createCluster } from './create-cluster.ts'
import { chooseLauncher, type Launcher } from './launcher.ts'
import { spawnPostmaster, stopPostmaster, untilReady } from './postmaster.ts'

// Real servers on a busy machine take their time; no test here is about speed.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const log = pino({ level: 'silent' })

// Only root hands the database to another user, so only root can meet a folder that user cannot enter.
describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('below a folder only root can enter', () => {
  let home: string
  let binaries: Binaries
  let user: ClusterUser

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'portico-private-'))
    const found = findBinaries()
    const native = join(home, 'native')
    cpSync(dirname(dirname(found.postgres)), native, { recursive: true, verbatimSymlinks: true })
    const here = (path: string) => path.replace(dirname(dirname(found.postgres)), native)
    binaries = { ...found, initdb: here(found.initdb), postgres: here(found.postgres), needs: found.needs.map(here) }
    user = clusterUser(join(home, 'pg')) ?? { uid: 0, gid: 0 }
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  async function runs(name: string, launcher: Launcher) {
    const dataDir = join(home, name)
    const pgDir = join(dataDir, 'pg')
    mkdirSync(dataDir, { mode: 0o700 })
    await createCluster(dataDir, pgDir, binaries, launcher, user)
    const postmaster = spawnPostmaster(pgDir, binaries.postgres, launcher, false)
    await untilReady(postmaster, pgDir, log)
    const status = spawnSync('grep', ['-E', 'Uid|CapEff', `/proc/${postmaster.pid}/status`], {
      encoding: 'utf8',
    }).stdout
    await stopPostmaster(postmaster)
    return status.replace(/\s+/g, ' ').trim()
  }

  test('the other user is found to reach neither programs nor data', () => {
    expect(user.uid).toBeGreaterThan(0)
    expect(canReach(user, binaries.postgres)).toBe(false)
    expect(canEnter(user, home)).toBe(false)
    expect(canReach(user, findBinaries().postgres)).toBe(canEnter(user, dirname(findBinaries().postgres)))
  })

  test('programs and data in it work, with one capability left', async () => {
    const status = await runs('read', chooseLauncher(user, binaries, home))
    expect(status).toMatch(new RegExp(`^Uid:( ${user.uid}){4} CapEff: 0+[24]$`))
  })

  test('programs that only root may run work too', { tags: 'long' }, async () => {
    chmodSync(binaries.postgres, 0o700)
    chmodSync(binaries.initdb, 0o700)
    const status = await runs('override', chooseLauncher(user, binaries, home))
    expect(status).toMatch(new RegExp(`^Uid:( ${user.uid}){4} CapEff: 0+2$`))
  })

  test('without setpriv, or without rights to give, one line states the remedy', () => {
    const line =
      /^PostgreSQL does not run as root, and user \d+ .+ cannot pass into .+ move both out of private folders\.$/
    expect(() => chooseLauncher(user, binaries, home, '')).toThrow(line)
    expect(() => chooseLauncher(user, binaries, home, '/bin/false')).toThrow(line)
  })
})
