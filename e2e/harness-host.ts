// One process per worker runs the servers of its files, one after another: loading the program was two thirds of a start.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { HostOrder, HostReply } from '../server/src/testing/server-host.ts'
import { root } from '../tools/ready/folders.mjs'
import { COMPILED } from './harness-setup.ts'

const FILE = join(root, 'server/src/testing/server-host.ts')

type Host = { child: ChildProcess; written: string[]; is_busy: boolean }
let host: Host | undefined

/** One server at a time. */
export function isHostFree(): boolean {
  return !host?.is_busy || !isAlive(host.child)
}

export async function startInHost(env: NodeJS.ProcessEnv) {
  if (!host || !isAlive(host.child)) host = openHost(env)
  const own = host
  const { child, written } = own
  own.is_busy = true
  const since = written.length
  const output = () => written.slice(since).join('')
  const { code } = await replyTo(own, { start: env })
  if (code !== 0) {
    own.is_busy = false
    throw new Error(`the server did not become ready\n${output()}`)
  }
  return {
    pid: child.pid ?? 0,
    output,
    operator: (args: string[]) => replyTo(own, { command: args }),
    stop: async () => {
      if (isAlive(child)) await replyTo(own, { stop: true })
      own.is_busy = false
    },
    kill9: async () => {
      child.kill('SIGKILL')
      if (isAlive(child)) await once(child, 'exit')
    },
  }
}

function openHost(env: NodeJS.ProcessEnv): Host {
  const { PATH, HOME, LANG, TMPDIR } = env
  const child = fork(FILE, {
    cwd: root,
    env: { PATH, HOME, LANG, TMPDIR, ...COMPILED },
    // A larger young generation: collecting it took a sixth of the time of these servers.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => written.push(text))
  return { child, written, is_busy: false }
}

let last_id = 0

async function replyTo({ child, written }: Host, order: HostOrder): Promise<HostReply> {
  last_id += 1
  const id = last_id
  const { promise, resolve, reject } = Promise.withResolvers<HostReply>()
  const take = (answer: { id: number; reply: HostReply }) => answer.id === id && resolve(answer.reply)
  const giveUp = () => reject(new Error(`the server ended\n${written.join('')}`))
  child.on('message', take).once('exit', giveUp)
  child.send({ id, order })
  return promise.finally(() => child.off('message', take).off('exit', giveUp))
}

export function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
