// A release as an operator gets it: unpacked from its archive, in a folder without access to this checkout.
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/ready/folders.mjs'
import { freshFolder, type Program } from './run-server.ts'

export interface Release extends Program {
  remove(): void
}

export function unpackRelease(): Release {
  run(process.execPath, ['tools/release.ts', 'draft'])
  const folder = freshFolder()
  const made = join(root, '.cache/release')
  const archive = readdirSync(made).find((name) => name.endsWith('.tar.gz'))
  if (!archive) throw new Error('npm run release left no archive')
  run('tar', ['-xzf', join(made, archive), '-C', folder])
  const cwd = join(folder, archive.replace(/\.tar\.gz$/, ''))
  chmodSync(cwd, 0o711)
  return {
    cwd,
    server: [join(cwd, 'bin/portico-server')],
    cli: [join(cwd, 'bin/portico')],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function run(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}`)
}
