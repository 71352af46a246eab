import { expect, test } from 'vitest'
import { missingParts } from '../ready/native.mjs'
import { checkLock } from './lock.ts'

const integrity = 'sha512-x'
const part = (os: string, cpu: string, libc?: string) => ({
  integrity,
  optional: true,
  os: [os],
  cpu: [cpu],
  ...(libc && { libc: [libc] }),
})
const whole = {
  '': {},
  'node_modules/tool': {
    integrity,
    optionalDependencies: {
      'tool-linux-x64': '1',
      'tool-linux-arm64': '1',
      'tool-linux-arm64-musl': '1',
      'tool-mac-x64': '1',
      'tool-mac-arm64': '1',
    },
  },
  'node_modules/tool-linux-x64': part('linux', 'x64', 'glibc'),
  'node_modules/tool-linux-arm64': part('linux', 'arm64', 'glibc'),
  'node_modules/tool-linux-arm64-musl': part('linux', 'arm64', 'musl'),
  'node_modules/tool-mac-x64': part('darwin', 'x64'),
  'node_modules/tool-mac-arm64': part('darwin', 'arm64'),
}

function without(path: keyof typeof whole) {
  const { [path]: _gone, ...rest } = whole
  return rest
}

test('a complete lock has no fault', () => {
  expect(checkLock(whole)).toEqual([])
})

test('a native package missing from the lock is reported with the platform that cannot start', () => {
  expect(checkLock(without('node_modules/tool-linux-arm64'))).toEqual([
    'tool-linux-arm64 is wanted and not in the lock',
    'node_modules/tool has no native part for linux arm64',
  ])
})

test('a native package for another C library does not count', () => {
  const { optionalDependencies } = whole['node_modules/tool']
  const { 'tool-linux-arm64': _gone, ...rest } = optionalDependencies
  const lock = {
    ...without('node_modules/tool-linux-arm64'),
    'node_modules/tool': { integrity, optionalDependencies: rest },
  }
  expect(checkLock(lock)).toEqual(['node_modules/tool has no native part for linux arm64'])
})

test('a package without integrity is reported', () => {
  expect(checkLock({ ...whole, 'node_modules/tool-mac-x64': { ...part('darwin', 'x64'), integrity: '' } })).toEqual([
    'node_modules/tool-mac-x64 has no integrity',
  ])
})

test('a native package missing from node_modules is reported, an installed or unneeded one is not', () => {
  const here = { os: 'linux', cpu: 'arm64', libc: 'glibc' }
  const missing = (there: string[], platform = here) =>
    missingParts(whole, platform, (location) => there.includes(location))
  expect(missing([])).toEqual(['tool-linux-arm64'])
  expect(missing(['node_modules/tool-linux-x64', 'node_modules/tool-linux-arm64-musl'])).toEqual(['tool-linux-arm64'])
  expect(missing(['node_modules/tool-linux-arm64'])).toEqual([])
  expect(missing([], { os: 'sunos', cpu: 'x64', libc: 'none' })).toEqual([])
})
