import { type Locked, nativeFamilies, type Platform, runsOn } from '../ready/native.mjs'

/** What `npm start` and `npm test` promise to run on. */
const platforms: Platform[] = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
]

/**
 * A lock made on one platform can leave out the native parts of the others without a word; `npm ci` then refuses it there, and
 * `npm install` keeps the hole.
 */
export function checkLock(packages: Record<string, Locked>): string[] {
  return [...checkFamilies(packages), ...checkIntegrity(packages)]
}

function checkFamilies(packages: Record<string, Locked>): string[] {
  return nativeFamilies(packages).flatMap(({ owner, parts }) => {
    const holes = parts.filter(({ locked }) => !locked).map(({ name }) => `${name} is wanted and not in the lock`)
    const uncovered = platforms
      .filter((platform) => !parts.some(({ locked }) => runsOn(locked, platform)))
      .map(({ os, cpu }) => `${owner || 'package.json'} has no native part for ${os} ${cpu}`)
    return [...holes, ...uncovered]
  })
}

function checkIntegrity(packages: Record<string, Locked>): string[] {
  return Object.entries(packages)
    .filter(([location, { link }]) => location.includes('node_modules/') && !link)
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([location]) => `${location} has no integrity`)
}
