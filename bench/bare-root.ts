// A root folder with the files of a bare Debian and npm alone, computed from the packages of this machine: what runs in it runs without a
// compiler and without any library that happens to be installed here.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from '../tools/ready/folders.mjs'
import { spareNode } from '../tools/ready/node.mjs'
import { freshFolder } from './run-server.ts'

/** Documentation and locales: most of the bytes, and not needed to run anything. */
const LEFT_OUT = /^\/usr\/share\/(doc|man|locale|info|i18n|lintian|zoneinfo|bash-completion)\//
/** Files that package scripts or the administrator created, copied from this machine. */
const OF_THIS_MACHINE = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl/certs/ca-certificates.crt']

export interface BareRoot {
  folder: string
  packages: string[]
  /** The program and arguments to spawn `words` inside the bare root, in the folder `cwd`, with files or folders of this machine mounted. */
  command: (words: string[], cwd: string, mounts?: Record<string, string>) => [string, string[]]
  remove: () => void
}

/** The environment of a program in the bare root; a test adds its own settings. */
export const BARE_ENV = { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }

/** The reason why this machine cannot run it, for the line that reports the skip. */
export function whyNotBare(): string | undefined {
  if (process.platform !== 'linux') return 'a bare Debian cannot be made on this system: Linux alone'
  if (process.getuid?.() !== 0) return 'a bare Debian can be made by root alone'
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) return 'a bare Debian needs mounts of its own (unshare)'
  if (spawnSync('dpkg-query', ['--version']).status !== 0)
    return 'a bare Debian is computed from dpkg, which is missing'
  return undefined
}

/** What debootstrap calls the smallest Debian, with `more` packages, and this machine's node and npm. */
export function makeBareRoot(more: string[] = []): BareRoot {
  const folder = freshFolder()
  const packages = closureOf([...smallest(), ...more])
  copy(packages, folder)
  for (const name of ['proc', 'dev', 'tmp', 'root', 'usr/local/bin']) mkdirSync(join(folder, name), { recursive: true })
  chmodSync(join(folder, 'tmp'), 0o1777)
  for (const name of ['passwd', 'group']) cpSync(`/usr/share/base-passwd/${name}.master`, join(folder, 'etc', name))
  for (const file of OF_THIS_MACHINE.filter(existsSync)) copyFile(file, join(folder, file))
  run('ldconfig', ['-r', folder])
  const node = inPath('node')
  const npm = inPath('npm')
  symlinkSync(node, join(folder, 'usr/local/bin/node'))
  symlinkSync(npm, join(folder, 'usr/local/bin/npm'))
  const always = ['/proc', '/dev', node, dirname(dirname(npm))]
  const bare: BareRoot = {
    folder,
    packages,
    command: (words, cwd, mounts = {}) => {
      const all = Object.entries({ ...Object.fromEntries(always.map((path) => [path, path])), ...mounts })
      for (const [from, to] of all) mountPoint(from, join(folder, to))
      const pairs = all.flatMap(([from, to]) => [from, join(folder, to)])
      const script = `n=${all.length}; while [ $n -gt 0 ]; do mount --rbind "$1" "$2" || exit 125; shift 2; n=$((n - 1)); done; exec "$@"`
      const inside = ['chroot', folder, '/usr/bin/env', '-C', cwd, ...words]
      return ['unshare', ['--mount', 'sh', '-c', script, 'sh', ...pairs, ...inside]]
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  const runs = (name: string) => {
    const [program, args] = bare.command([name, '--version'], '/')
    return spawnSync(program, args, { env: BARE_ENV }).status === 0
  }
  // Debian splits npm into many packages.
  const addPackageOf = (file: string) => {
    const owner = packageOf(file)
    if (!owner) return
    copy(closureOf([owner]), folder)
    run('ldconfig', ['-r', folder])
  }
  if (!runs('node')) addPackageOf(node)
  if (!runs('node')) {
    // The Node of this machine needs libraries that a bare Debian lacks.
    always[always.indexOf(node)] = spareFile()
    rmSync(join(folder, 'usr/local/bin/node'))
    symlinkSync(spareFile(), join(folder, 'usr/local/bin/node'))
  }
  if (!runs('npm')) addPackageOf(npm)
  return bare
}

function spareFile(): string {
  const spare = spareNode()
  if (!spare || 'failed' in spare) throw new Error(`no Node runs on a bare Debian here: ${spare?.failed}`)
  return spare.file
}

/** The program of the machine, not one that npm linked into this checkout. */
function inPath(name: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root))
  const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!file) throw new Error(`${name} is not in PATH`)
  return realpathSync(file)
}

/** The packages that deploy/Dockerfile installs in addition to the smallest Debian. */
export function imagePackages(): string[] {
  const words = /apt-get install (.*?) &&/.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))?.[1] ?? ''
  return words.split(' ').filter((word) => !word.startsWith('-'))
}

/** The installed package a file belongs to. */
export function packageOf(file: string): string | undefined {
  const { stdout } = spawnSync('dpkg-query', ['-S', file], { encoding: 'utf8' })
  return /^([^:,\s]+)/.exec(stdout)?.[1]
}

type Installed = { name: string; needs: string[][]; provides: string[]; is_required: boolean }

function installed(): Installed[] {
  const fields = ['Package', 'Priority', 'Essential', 'Pre-Depends', 'Depends', 'Provides'].map((name) => `\${${name}}`)
  return run('dpkg-query', ['-W', `-f=${fields.join('\t')}\n`])
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', priority, essential, before = '', after = '', provides = ''] = line.split('\t')
      const needs = [...namesIn(before), ...namesIn(after)]
      return {
        name,
        needs,
        provides: namesIn(provides).flat(),
        is_required: priority === 'required' || essential === 'yes',
      }
    })
}

/** `a (>= 1) | b, c:any` as the names of each alternative. */
function namesIn(list: string): string[][] {
  const alternatives = list.split(',').map((one) => one.split('|').map((name) => name.trim().split(/[\s:(]/)[0] ?? ''))
  return alternatives.filter(([first]) => first)
}

function smallest(): string[] {
  const required = installed().filter(({ is_required }) => is_required)
  return [...required.map(({ name }) => name), 'apt']
}

function closureOf(names: string[]): string[] {
  const all = installed()
  const byName = new Map(all.flatMap((one) => one.provides.map((name) => [name, one])))
  for (const one of all) byName.set(one.name, one)
  const found = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const one = byName.get(name)
    if (!one || found.has(one.name)) continue
    found.add(one.name)
    for (const alternatives of one.needs) waiting.push(...alternatives.filter((other) => byName.has(other)).slice(0, 1))
  }
  return [...found].sort()
}

/** Resolves links: packages name /lib/x, which is /usr/lib/x on current systems. */
function copy(packages: string[], folder: string): void {
  const listed = run('dpkg-query', ['-L', ...packages]).split('\n')
  const files = listed.filter((line) => line.startsWith('/') && !LEFT_OUT.test(line) && existsSync(dirname(line)))
  const real = files.map((file) => join(realpathSync(dirname(file)), file.slice(file.lastIndexOf('/') + 1)))
  const links = ['bin', 'sbin', 'lib', 'lib64'].map((name) => `/${name}`)
  const wanted = new Set([...real, ...links].filter((file) => lstatSync(file, { throwIfNoEntry: false })))
  const pack = spawnSync('tar', ['-C', '/', '--no-recursion', '-cf', '-', '-T', '-'], {
    input: [...wanted].map((file) => file.slice(1)).join('\n'),
    maxBuffer: 4 * 1024 ** 3,
  })
  if (pack.status !== 0) throw new Error(`tar: ${pack.stderr}`)
  const unpack = spawnSync('tar', ['-C', folder, '-xf', '-'], { input: pack.stdout })
  if (unpack.status !== 0) throw new Error(`tar: ${unpack.stderr}`)
}

function mountPoint(from: string, to: string): void {
  if (existsSync(to)) return
  if (lstatSync(from).isDirectory()) mkdirSync(to, { recursive: true })
  else copyFile('/dev/null', to)
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, readFileSync(from))
}

/** The programs of an administrator are in folders that not every PATH has. */
function run(program: string, words: string[]): string {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
  const { status, stdout, stderr } = spawnSync(program, words, { env, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  return stdout
}
