import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hashOf, print, root, seconds } from './folders.mjs'
import { chosenNode } from './node.mjs'

const folder = join(root, '.cache', 'server')
const inputs = ['server/src', 'server/package.json', 'contract/src', 'tools/bundle', 'package-lock.json']
/** Older builds are retained, as servers started from them still load files. */
const RETAINED_BUILDS = 5

/** Bundles the server, which halves its start time, into a folder per state of the sources. Returns the entry file. */
export function bundledServer() {
  const name = hashOf(inputs).slice(0, 16)
  const file = join(folder, name, 'server.js')
  if (!existsSync(file)) build(name)
  return relative(root, file)
}

/** @param {string} name */
function build(name) {
  const since = performance.now()
  mkdirSync(folder, { recursive: true })
  // Built in a temporary folder and renamed, so that the result is complete even after an abort or with two builds at once.
  const aside = join(folder, `${name}.${process.pid}`)
  const { status, stdout, stderr } = spawnSync(chosenNode(), ['tools/bundle/build.ts', aside], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the server build failed\n${stdout}${stderr}`)
  if (existsSync(join(folder, name))) rmSync(aside, { recursive: true })
  else renameSync(aside, join(folder, name))
  forgetOld()
  print(`server built (${seconds(since)})`)
}

function forgetOld() {
  const ages = readdirSync(folder).map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
  for (const { name } of ages.sort((a, b) => b.at - a.at).slice(RETAINED_BUILDS))
    rmSync(join(folder, name), { recursive: true, force: true })
}
