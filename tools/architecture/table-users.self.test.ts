import { expect, test } from 'vitest'
import { checkFunctions, checkTables, tableUsers } from './table-users.ts'

const store = (module: string, text: string) => ({ path: `server/src/${module}/some-store.ts`, text })

test('reads and writes are distinguished in query-builder calls and in SQL statements', () => {
  const users = tableUsers(
    [
      store('one', "db.insertInto('things').values(x); sql`update others set a = 1`"),
      store('two', "db.selectFrom('things as t'); sql`select 1 from a join others o on true`"),
      { path: 'server/src/three/some-store.test.ts', text: "db.selectFrom('things')" },
      { path: 'server/src/four/rule.ts', text: "db.selectFrom('things')" },
    ],
    ['things', 'others'],
  )
  expect(users.get('things')).toEqual({ writes: new Set(['one']), reads: new Set(['two']) })
  expect(users.get('others')).toEqual({ writes: new Set(['one']), reads: new Set(['two']) })
})

test('a second module is reported unless the list allows it, and so is an unneeded line of the list', () => {
  const users = tableUsers([store('one', "insertInto('things')"), store('two', "selectFrom('things')")], ['things'])
  expect(checkTables(users, {})).toEqual(['things is used by one, two'])
  expect(checkTables(users, { things: { writes: ['one'], reads: ['two'] } })).toEqual([])
  expect(checkTables(users, { things: { writes: ['one'], reads: ['two', 'three'] } })).toEqual([
    'things is no longer read by three',
  ])
  expect(checkTables(users, { things: { writes: ['two'], reads: [] } })).toEqual(['things is written by one'])
})

test('tables of a database function count for its module, or for its file if it has none', () => {
  const functions = [
    { name: 'meter', text: 'create or replace function meter() as $$ insert into things select 1 from others $$' },
    { name: 'homeless', text: 'create or replace function homeless() as $$ select from things $$' },
  ]
  const users = tableUsers([store('one', "selectFrom('things')")], ['things', 'others'], functions)
  expect(users.get('things')).toEqual({
    writes: new Set(['ledger']),
    reads: new Set(['one', 'functions/homeless.sql']),
  })
  expect(users.get('others')).toEqual({ writes: new Set(), reads: new Set(['ledger']) })
})

test('a call of another module’s function is reported unless it touches no table or the list allows it', () => {
  const functions = [
    { name: 'a', text: 'create or replace function a() as $$ select from things $$' },
    { name: 'b', text: 'create or replace function b() return 1' },
  ]
  const stores = [store('one', 'sql`select a(), b()`'), store('two', 'sql`select a(), b()`')]
  const modules = { a: 'one', b: 'one' }
  const check = (shared: Record<string, string[]>, homes = modules) =>
    checkFunctions(stores, ['things'], functions, { modules: homes, shared })
  expect(check({})).toEqual(['a() is called by two'])
  expect(check({ a: ['two'] })).toEqual([])
  expect(check({ a: ['two', 'three'] })).toEqual(['a() is no longer called by three'])
  expect(checkFunctions([], ['things'], functions, { modules: { a: 'one', c: 'one' }, shared: {} })).toEqual([
    'b.sql belongs to no module',
    'c.sql is listed but does not exist',
  ])
})
