import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { checkRequirements } from './requirements.ts'
import { readTree } from './tree.ts'

const document = readFileSync(join(root, 'docs/requirements.md'), 'utf8')

test('every requirement in docs/requirements.md is covered by the tests its row names', () => {
  expect(checkRequirements(document, readTree())).toEqual([])
})

test('docs/requirements.md lists all 78 requirements once', () => {
  const ids = [...document.matchAll(/^\| ([A-Z]{2}-\d+) \|/gm)].map(([, id]) => id)
  expect({ rows: ids.length, numbers: new Set(ids).size }).toEqual({ rows: 78, numbers: 78 })
})
