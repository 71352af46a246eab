import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const SHELL = 'chromium-headless-shell'
const positions = [
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
const PATIENCE_MS = 5 * 60_000
const MOMENT_MS = 30_000

/** The shell is Chromium without a window: the same pages for a quarter less of the processor. */
function findShell(): string | undefined {
  return [process.env.CHROMIUM, `/usr/bin/${SHELL}`].find((location) => location !== undefined && existsSync(location))
}

export function findChromium(): string | undefined {
  return findShell() ?? positions.find((location) => existsSync(location))
}

/** Only tests need a browser, so it is not a dependency: where we may, we install the distribution's. */
export function ensureChromium(): string {
  const shell = findShell()
  if (shell) return shell
  const mayInstall = process.getuid?.() === 0 && existsSync(APT)
  const failures: string[] = []
  if (mayInstall) {
    console.log('installing chromium (apt-get)')
    // Where there is a browser already, the shell is worth a moment and no more.
    if (findChromium()) aptGet(MOMENT_MS, ...INSTALL, SHELL)
    else failures.push(...install())
  }
  const chromium = findChromium()
  if (!chromium) throw new Error([missing, ...failures].join('\n'))
  return chromium
}

function install(): string[] {
  const failures = [aptGet(PATIENCE_MS, 'update', '-qq'), aptGet(PATIENCE_MS, ...INSTALL, SHELL, FONTS)]
  return findChromium() ? [] : [...failures, aptGet(PATIENCE_MS, ...INSTALL, 'chromium', FONTS)]
}

/** What it said when it failed. */
function aptGet(timeout: number, ...args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync(APT, args, { env, encoding: 'utf8', timeout })
  return run.status === 0 ? '' : `apt-get ${args.join(' ')} failed\n${run.stdout}${run.stderr}`
}

const missing =
  'Chromium is missing: install it (apt-get install chromium as root, brew install --cask chromium, or Google Chrome), ' +
  'or set CHROMIUM to its path. Only the tests need it.'
