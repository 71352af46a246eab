import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/place.mjs'
import { claimed } from './claimed.ts'
import { checkRequirements } from './requirements.ts'
import { readTree } from './tree.ts'

test('every requirement we claim is named by a test', () => {
  const ids = readFileSync(join(root, 'tools/house/requirements.txt'), 'utf8').trim().split('\n')
  const { faults, lines } = checkRequirements(ids, claimed, readTree())
  console.log(`requirements with a test\n${lines.join('\n')}`)
  expect(faults).toEqual([])
})
