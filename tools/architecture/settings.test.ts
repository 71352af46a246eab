import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../server/src/env/settings.ts'
import { root } from '../ready/folders.mjs'
import { plain, settingsIn } from './settings.ts'

test('README lists every setting with its default and meaning, and no other', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect(settingsIn(readme)).toEqual(SETTINGS.map(plain))
})
