import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './folders.mjs'
import { chosenNode } from './node.mjs'

const lifeline = pathToFileURL(join(root, 'tools', 'ready', 'lifeline.mjs')).href

/** The chosen Node comes first: `node_modules/.bin` has the pinned one, which may not run on this machine. */
function env() {
  const path = [dirname(chosenNode()), join(root, 'node_modules', '.bin'), process.env.PATH]
  return { ...process.env, PATH: path.join(delimiter) }
}

/** For commands that end on their own: they share our process group, so a Ctrl-C reaches them without us.
 * @param {string} file @param {string[]} args */
export function handOver(file, args) {
  const child = spawn(chosenNode(), [file, ...args], { cwd: root, env: env(), stdio: 'inherit' })
  forwardOnce(child, process.stdin.isTTY ? ['SIGTERM'] : ['SIGTERM', 'SIGINT'])
  return exitCode(child)
}

/** For servers. A second signal would break off their orderly stop, and a terminal, npm and a supervisor may each send
 * one: so they run in a process group of their own, receive exactly one signal, and stop when this process is gone.
 * @param {string} file @param {string[]} args */
export function keepRunning(file, args) {
  const child = spawn(chosenNode(), ['--import', lifeline, file, ...args], {
    cwd: root,
    // Compiled scripts are cached.
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...env() },
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  forwardOnce(child, ['SIGTERM', 'SIGINT', 'SIGHUP'])
  stopWhenAlone(child)
  return exitCode(child)
}

/** Stops the server when the process that started us was killed and can no longer send a signal.
 * @param {import('node:child_process').ChildProcess} child */
function stopWhenAlone(child) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, 1000)
  timer.unref()
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals[]} forwarded */
function forwardOnce(child, forwarded) {
  let last = Number.NEGATIVE_INFINITY
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      const isRepeat = performance.now() - last < 1000
      last = performance.now()
      const known = forwarded.find((one) => one === signal)
      if (known && !isRepeat) child.kill(known)
    })
  }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
