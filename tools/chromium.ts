import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const SHELL = 'chromium-headless-shell'
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const APT = '/usr/bin/apt-get'
const PATIENCE_MS = 3 * 60_000

/** The shell is Chromium without a window: the same pages for a quarter less of the processor. */
function findShell(): string | undefined {
  return [process.env.CHROMIUM, `/usr/bin/${SHELL}`].find((place) => place !== undefined && existsSync(place))
}

export function findChromium(): string | undefined {
  return findShell() ?? places.find((place) => existsSync(place))
}

/** Only tests need a browser, so it is not a dependency: where we may, we install the distribution's. */
export function ensureChromium(): string {
  const shell = findShell()
  if (shell) return shell
  const mayInstall = process.getuid?.() === 0 && existsSync(APT)
  const failures: string[] = []
  if (mayInstall) console.log('installing chromium (apt-get)')
  for (const name of mayInstall ? [SHELL, 'chromium'] : []) {
    failures.push(
      aptGet('update', '-qq'),
      aptGet('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'),
    )
    const chromium = findChromium()
    if (chromium) return chromium
  }
  const chromium = findChromium()
  if (!chromium) throw new Error([missing, ...failures].join('\n'))
  return chromium
}

/** What it said when it failed. */
function aptGet(...args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync(APT, args, { env, encoding: 'utf8', timeout: PATIENCE_MS })
  return run.status === 0 ? '' : `apt-get ${args.join(' ')} failed\n${run.stdout}${run.stderr}`
}

const missing = 'Chromium is missing: install it, or set CHROMIUM to its path. Only the tests need it.'
