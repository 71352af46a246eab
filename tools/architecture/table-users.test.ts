import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TABLE_RIGHTS } from '../../server/src/db/table-rights.ts'
import { root } from '../ready/folders.mjs'
import { checkFunctions, checkTables, SHARED_TABLES, tableUsers } from './table-users.ts'
import { readTree } from './tree.ts'

const tables = Object.keys(TABLE_RIGHTS)
const folder = join(root, 'server/src/db/functions')
const functions = readdirSync(folder).map((file) => ({
  name: file.replace(/\.sql$/, ''),
  text: readFileSync(join(folder, file), 'utf8').replaceAll(/^\s*--.*$/gm, ''),
}))
const users = tableUsers(readTree(), tables, functions)

test('a table is written by one room and read by no other, but for those the list names, in stores and in functions', () => {
  expect(checkTables(users)).toEqual([])
})

test('every function of the database belongs to a room, and another room calls it only where the list says so', () => {
  expect(checkFunctions(readTree(), tables, functions)).toEqual([])
})

test('the statements are found: nearly every table has a room, and the list names tables that exist', () => {
  expect(users.size).toBeGreaterThan(tables.length * 0.8)
  expect(tables).toEqual(expect.arrayContaining(Object.keys(SHARED_TABLES)))
})
