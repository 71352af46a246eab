import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { print, root } from './folders.mjs'

// Also with NODE_ENV=production or `omit=optional` in an npmrc: Vite is a development package, every native part an
// optional one, and the first start needs them. One quick retry: without a network npm would be silent for minutes.
const retry = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000']
// npm runs scripts on the Node in node_modules/.bin, which is the pinned one and may not run on this machine.
const scripts = ['--ignore-scripts']
const flags = [
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  ...scripts,
  ...retry,
]

/** @param {'ci' | 'install'} command @param {string} [folder] */
export function npm(command, folder = root) {
  // Without our own bin folder on the PATH: npm must not run on the Node it is about to replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((bin) => !bin.startsWith(root))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const run = spawnSync('npm', [command, ...flags], { cwd: folder, env, encoding: 'utf8' })
  if (run.status === 0) return
  print(run.error?.message ?? run.stderr.split('\n').slice(0, 6).join('\n'))
  throw new Error(
    'the packages could not be installed; the first start needs the npm registry (npm config get registry)',
  )
}
