import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, print, root, seconds } from './folders.mjs'
import { chosenNode } from './node.mjs'

const stampFile = join(root, '.cache', 'web-built')
// Nothing of provider/ is in here: a brand is applied when the server starts, never when the web is built.
const inputs = [
  'web/src',
  'web/build',
  'web/worker',
  'web/i18n',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'contract/src',
  'package-lock.json',
]

export function buildWebIfStale() {
  if (
    existsSync(join(root, 'web/dist')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === hashOf(inputs)
  ) {
    return
  }
  buildWeb()
}

export function buildWeb() {
  const since = performance.now()
  const stamp = hashOf(inputs)
  // Started by a test it would inherit NODE_ENV=test and pack the development React.
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = spawnSync(chosenNode(), ['web/build/build.ts'], { cwd: root, encoding: 'utf8', env })
  if (build.status !== 0) throw new Error(`the web build failed\n${build.stdout}${build.stderr}`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampFile, stamp)
  print(`web built (${seconds(since)})`)
}
