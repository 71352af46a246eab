// The sources of the last released version from the history of git, with the packages of today.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASED } from '../../server/src/testing/released/released.ts'
import { root } from '../../tools/ready/folders.mjs'
import type { Program } from '../run-server.ts'

const WORKSPACES = ['contract', 'server', 'web']

/** Checked out once; a proof that was interrupted leaves nothing half done. */
export function releasedProgram(): Program {
  const folder = join(root, '.cache/released', RELEASED.version)
  if (!existsSync(folder)) checkOut(folder)
  return {
    cwd: folder,
    server: [process.execPath, 'server/src/main.ts'],
    cli: [process.execPath, 'server/src/operator/cli.ts'],
  }
}

function checkOut(folder: string): void {
  const aside = `${folder}.${process.pid}`
  mkdirSync(aside, { recursive: true })
  const packed = spawnSync('git', ['archive', RELEASED.commit], { cwd: root, maxBuffer: 2 ** 30 })
  if (packed.status !== 0)
    throw new Error(`this needs ${RELEASED.commit} (${RELEASED.version}) in the history of git: ${packed.stderr}`)
  const unpacked = spawnSync('tar', ['-x', '-C', aside], { input: packed.stdout })
  if (unpacked.status !== 0) throw new Error(`tar: ${unpacked.stderr}`)
  // Its own packages come from its own folders, all others are those of this checkout.
  linkAll(join(root, 'node_modules'), join(aside, 'node_modules'), ['@portico'])
  mkdirSync(join(aside, 'node_modules/@portico'))
  for (const name of WORKSPACES) symlinkSync(`../../${name}`, join(aside, 'node_modules/@portico', name))
  if (existsSync(join(root, 'server/node_modules')))
    linkAll(join(root, 'server/node_modules'), join(aside, 'server/node_modules'), [])
  rmSync(folder, { recursive: true, force: true })
  renameSync(aside, folder)
}

function linkAll(from: string, to: string, except: string[]): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (!except.includes(name)) symlinkSync(join(from, name), join(to, name))
}
