import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const SHELL = 'chromium-headless-shell'
const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/homebrew/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const APT = '/usr/bin/apt-get'
const INSTALL = ['install', '-y', '-qq', '--no-install-recommends']
const FONTS = 'fonts-liberation'
const INSTALL_TIMEOUT_MS = 5 * 60_000
const SHELL_TIMEOUT_MS = 30_000

/** The headless shell renders the same pages with a quarter less processor time. */
function findShell(): string | undefined {
  return [process.env.CHROMIUM, `/usr/bin/${SHELL}`].find((location) => location !== undefined && existsSync(location))
}

export function findChromium(): string | undefined {
  return findShell() ?? CANDIDATES.find((location) => existsSync(location))
}

/** Only tests need a browser, so it is not a dependency: where we may, we install the distribution's. */
export function ensureChromium(): string {
  const shell = findShell()
  if (shell) return shell
  const mayInstall = process.getuid?.() === 0 && existsSync(APT)
  const failures: string[] = []
  if (mayInstall) {
    console.log('installing chromium (apt-get)')
    // A browser is already installed: the shell only saves time, so its timeout is short.
    if (findChromium()) aptGet(SHELL_TIMEOUT_MS, ...INSTALL, SHELL)
    else failures.push(...install())
  }
  const chromium = findChromium()
  if (!chromium) throw new Error([missing, ...failures].join('\n'))
  return chromium
}

function install(): string[] {
  const failures = [aptGet(INSTALL_TIMEOUT_MS, 'update', '-qq'), aptGet(INSTALL_TIMEOUT_MS, ...INSTALL, SHELL, FONTS)]
  return findChromium() ? [] : [...failures, aptGet(INSTALL_TIMEOUT_MS, ...INSTALL, 'chromium', FONTS)]
}

/** Returns the output of a failed run, or an empty text. */
function aptGet(timeout: number, ...args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync(APT, args, { env, encoding: 'utf8', timeout })
  return run.status === 0 ? '' : `apt-get ${args.join(' ')} failed\n${run.stdout}${run.stderr}`
}

const missing =
  'Chromium is missing: install it (apt-get install chromium as root, brew install --cask chromium, or Google Chrome), ' +
  'or set CHROMIUM to its path. Only the tests need it.'
