import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...places].find((place) => place !== undefined && existsSync(place))
}

/** Only tests need a browser, so it is not a dependency: where we may, we install the distribution's. */
export function ensureChromium(): string {
  return findChromium() ?? installChromium()
}

function installChromium(): string {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(missing)
  console.log('installing chromium (apt-get)')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]) {
    const run = spawnSync('/usr/bin/apt-get', args, { env, encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`apt-get ${args[0]} failed\n${run.stdout}${run.stderr}`)
  }
  const chromium = findChromium()
  if (!chromium) throw new Error(missing)
  return chromium
}

const missing = 'Chromium is missing: install it, or set CHROMIUM to its path. Only the tests need it.'
