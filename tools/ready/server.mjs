import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hashOf, root, say, seconds } from './folders.mjs'
import { chosenNode } from './node.mjs'

const folder = join(root, '.cache', 'server')
const inputs = ['server/src', 'server/package.json', 'contract/src', 'tools/bundle', 'package-lock.json']
/** Servers that were started from earlier ones go on reading them. */
const KEPT = 5

/** The server in few files, which start in half the time; a folder for each state of the sources. Says where it begins. */
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
  // Made aside: a folder with this name is whole, also when two begin at once or one is broken off.
  const aside = join(folder, `${name}.${process.pid}`)
  const { status, stdout, stderr } = spawnSync(chosenNode(), ['tools/bundle/build.ts', aside], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the server could not be built\n${stdout}${stderr}`)
  if (existsSync(join(folder, name))) rmSync(aside, { recursive: true })
  else renameSync(aside, join(folder, name))
  forgetOld()
  say(`server built (${seconds(since)})`)
}

function forgetOld() {
  const ages = readdirSync(folder).map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
  for (const { name } of ages.sort((a, b) => b.at - a.at).slice(KEPT))
    rmSync(join(folder, name), { recursive: true, force: true })
}
