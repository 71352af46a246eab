import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/place.mjs'
import { open } from './open.ts'
import { checkRequirements } from './requirements.ts'
import { readTree } from './tree.ts'

test('every requirement but the open ones is named by a test', () => {
  const ids = readFileSync(join(root, 'tools/house/requirements.txt'), 'utf8').trim().split('\n')
  const { faults, lines } = checkRequirements(ids, open, readTree())
  console.log(`requirements with a test\n${lines.join('\n')}`)
  expect(faults).toEqual([])
})
