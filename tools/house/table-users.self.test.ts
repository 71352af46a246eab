import { expect, test } from 'vitest'
import { checkTables, tableUsers } from './table-users.ts'

const store = (room: string, text: string) => ({ path: `server/src/${room}/some-store.ts`, text })

test('reads and writes are told apart, by the query builder and by written statements', () => {
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

test('a second room is named, unless the list allows it, and a line nobody needs is named too', () => {
  const users = tableUsers([store('one', "insertInto('things')"), store('two', "selectFrom('things')")], ['things'])
  expect(checkTables(users, {})).toEqual(['things is used by one, two'])
  expect(checkTables(users, { things: { writes: ['one'], reads: ['two'] } })).toEqual([])
  expect(checkTables(users, { things: { writes: ['one'], reads: ['two', 'three'] } })).toEqual([
    'things is no longer read by three',
  ])
  expect(checkTables(users, { things: { writes: ['two'], reads: [] } })).toEqual(['things is written by one'])
})
