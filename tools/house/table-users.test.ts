import { expect, test } from 'vitest'
import { TABLE_RIGHTS } from '../../server/src/db/table-rights.ts'
import { checkTables, SHARED_TABLES, tableUsers } from './table-users.ts'
import { readTree } from './tree.ts'

const tables = Object.keys(TABLE_RIGHTS)
const users = tableUsers(readTree(), tables)

test('a table is written by one room and read by no other, but for those the list names', () => {
  expect(checkTables(users)).toEqual([])
})

test('the statements are found: nearly every table has a room, and the list names tables that exist', () => {
  expect(users.size).toBeGreaterThan(tables.length * 0.8)
  expect(tables).toEqual(expect.arrayContaining(Object.keys(SHARED_TABLES)))
})
