import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/place.mjs'
import { checkLock } from './lock.ts'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

test('O19 the lock names every native part for Linux and macOS on x64 and ARM, each with its integrity', () => {
  expect(checkLock(packages)).toEqual([])
})

test('one version of each bundler and parser: a second one would bring parts of its own', () => {
  const places = Object.keys(packages).filter((place) => /node_modules\/(vite|rolldown|oxc-parser)$/.test(place))
  expect(places.sort()).toEqual(['node_modules/oxc-parser', 'node_modules/rolldown', 'node_modules/vite'])
})
