// From nothing on a bare Debian with npm: `npm start` installs, builds and serves, a second one and the operator's commands work, and a release
// reports what it lacks, and serves with the packages its image installs. Needs root, the npm registry and a quarter of an hour.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../tools/ready/folders.mjs'
import { BARE_ENV, type BareRoot, imagePackages, makeBareRoot, whyNotBare } from '../bare-root.ts'
import { unpackRelease } from '../release-stage.ts'
import { freePort } from '../run-server.ts'

const READY_WITHIN_MS = 15 * 60_000
const LINE = /^portico: Node needs libatomic\.so\.1: apt-get install libatomic1, .*or newer$/

const whyNot = whyNotBare()
if (whyNot) console.log(`skipped: ${whyNot}`)
else await proveAll()

async function proveAll() {
  const failures: string[] = []
  const check = async (name: string, act: () => Promise<string> | string, wanted: RegExp) => {
    const since = performance.now()
    const seen = (await Promise.try(act).catch((error: unknown) => `failed: ${error}`)).trim()
    const is_good = wanted.test(seen)
    const took = `${((performance.now() - since) / 1000).toFixed(0)} s`
    console.log(`${is_good ? '✓' : '✗'} ${name} (${took}): ${is_good ? seen.split('\n').at(-1) : seen}`)
    if (!is_good) failures.push(name)
  }

  const bare = makeBareRoot()
  console.log(`${bare.packages.length} packages: ${bare.packages.join(' ')}`)
  copyCheckout(join(bare.folder, 'portico'))
  const npm = npmSettings()
  const start = (more?: () => string) => serve(bare, ['npm', 'start'], '/portico', npm, more)
  await check('npm start from nothing', () => start(), /^ready, stopped with 0$/)
  const is_old = Number.parseInt(inBare(bare, ['node', '--version'], '/').slice(1), 10) < 24
  if (!is_old)
    console.log('this machine’s own Node is new enough: the spare one and the line of a release were not tried')
  const fetched = () => readdirSync(join(bare.folder, 'portico/.cache')).join(' ')
  if (is_old) await check('another Node than the pinned one was fetched', fetched, /\bnode-\d+/)
  const status = () => inBare(bare, ['npm', 'run', '-s', 'portico', '--', 'status'], '/portico', npm)
  await check('npm start again, and a command', () => start(status), /^Portico \d.*ready, stopped with 0$/s)
  bare.remove()

  const release = unpackRelease()
  const mounts = { [release.cwd]: '/opt/portico' }
  const plain = makeBareRoot()
  const refused = () => inBare(plain, ['/opt/portico/bin/portico-server'], '/', mounts)
  if (is_old) await check('a release says in one line what it lacks', refused, LINE)
  plain.remove()
  const image = makeBareRoot(imagePackages())
  const server = () => serve(image, ['/opt/portico/bin/portico-server'], '/', mounts)
  await check('a release serves with what its image installs', server, /^ready, stopped with 0$/)
  image.remove()
  release.remove()
  console.log(failures.length === 0 ? 'npm is all that is needed' : `failed: ${failures.join(', ')}`)
  process.exitCode = failures.length === 0 ? 0 : 1
}

/** The files of a fresh clone: no packages, nothing built. */
function copyCheckout(to: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of stdout.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(join(to, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(to, file))
  }
}

/** npm in the bare root uses the same registry and cache as on this machine. */
function npmSettings(): Record<string, string> {
  const get = (name: string) => spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim()
  const paths = { [get('userconfig')]: '/root/.npmrc', [get('cache')]: '/root/.npm' }
  return Object.fromEntries(Object.entries(paths).filter(([from]) => existsSync(from)))
}

function settings(): Record<string, string> {
  const passed = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name))
  return { ...Object.fromEntries(passed.map(([name, value]) => [name, value ?? ''])), ...BARE_ENV, DATA_DIR: '/data' }
}

/** The output of a command. */
function inBare(bare: BareRoot, words: string[], cwd: string, mounts?: Record<string, string>): string {
  const [program, args] = bare.command(words, cwd, mounts)
  const { stdout, stderr } = spawnSync(program, args, { env: settings(), encoding: 'utf8' })
  return `${stdout}${stderr}`
}

/** Starts a server, waits until it is ready, does `more` with it and stops it. */
async function serve(
  bare: BareRoot,
  words: string[],
  cwd: string,
  mounts: Record<string, string>,
  more: () => string = () => '',
): Promise<string> {
  const port = await freePort()
  const [program, args] = bare.command(words, cwd, mounts)
  const env = { ...settings(), PORT: String(port), NODE_ENV: 'development' }
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  const exit = once(child, 'exit')
  const deadline = performance.now() + READY_WITHIN_MS
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok === true
  while (!(await isReady())) {
    if (child.exitCode !== null) return `ended with ${child.exitCode}\n${errors}`
    if (performance.now() > deadline) {
      child.kill('SIGKILL')
      return `not ready in time\n${errors}`
    }
    await pause(200)
  }
  const { status } = await fetch(`http://127.0.0.1:${port}/healthz`)
  const message = more()
  child.kill('SIGTERM')
  const [code] = await exit
  return `${message}${status === 200 ? 'ready' : `not well: ${status}`}, stopped with ${code}`
}
