import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { checkFindings } from './findings.ts'
import { readTree } from './tree.ts'

test('every finding listed in docs/security.md is closed by a test that carries its number', () => {
  expect(checkFindings(readFileSync(join(root, 'docs/security.md'), 'utf8'), readTree())).toEqual([])
})
