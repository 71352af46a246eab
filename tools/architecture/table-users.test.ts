import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TABLE_RIGHTS } from '../../server/src/db/table-rights.ts'
import { root } from '../ready/folders.mjs'
import { SHARED_TABLES } from './table-lists.ts'
import { checkFunctions, checkTables, tableUsers } from './table-users.ts'
import { readTree } from './tree.ts'

const tables = Object.keys(TABLE_RIGHTS)
const folder = join(root, 'server/src/db/functions')
const functions = readdirSync(folder).map((file) => ({
  name: file.replace(/\.sql$/, ''),
  text: readFileSync(join(folder, file), 'utf8').replaceAll(/^\s*--.*$/gm, ''),
}))
const users = tableUsers(readTree(), tables, functions)

test('a table is used by one module alone, except for the pairs on the list', () => {
  expect(checkTables(users)).toEqual([])
})

test('every database function belongs to a module, and another module calls it only if the list allows it', () => {
  expect(checkFunctions(readTree(), tables, functions)).toEqual([])
})

test('nearly every table has a module, and the list names only existing tables', () => {
  expect(users.size).toBeGreaterThan(tables.length * 0.8)
  expect(tables).toEqual(expect.arrayContaining(Object.keys(SHARED_TABLES)))
})
