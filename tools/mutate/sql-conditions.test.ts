import { expect, test } from 'vitest'
import { conditionsIn } from './sql-conditions.ts'

/** The text after each condition was removed, alone. */
const without = (text: string, path = 'store.ts') =>
  conditionsIn({ path, text }).map(({ start, end, put }) => text.slice(0, start) + put + text.slice(end))

test('each call of where is removed alone', () => {
  expect(without("db.selectFrom('a').where('b', '=', f(1)).whereRef('c', '=', 'd').execute()")).toEqual([
    "db.selectFrom('a').whereRef('c', '=', 'd').execute()",
    "db.selectFrom('a').where('b', '=', f(1)).execute()",
  ])
})

test('in SQL each condition becomes true, up to the next word or bracket that ends it', () => {
  const value = '$' + '{f({ b: 1 })}'
  expect(without(`sql\`select x from t where a = ${value} and c in (1, 2) order by x\``)).toEqual([
    'sql`select x from t where true and c in (1, 2) order by x`',
    `sql\`select x from t where a = ${value} and true order by x\``,
  ])
  expect(without('select (select 1 from t where a) from u join v on v.x = u.x and v.y;\n', 'f.sql')).toEqual([
    'select (select 1 from t where true) from u join v on v.x = u.x and v.y;\n',
    'select (select 1 from t where a) from u join v on v.x = u.x and true;\n',
  ])
})

test('the second half of a range is no condition, and neither are words in texts and comments', () => {
  expect(without("where a between 1 and 2 and b = 'x and y' -- and more\n limit 1", 'f.sql')).toEqual([
    "where true and b = 'x and y' -- and more\n limit 1",
    'where a between 1 and 2 and true\n limit 1',
  ])
})

test('a condition within `case` ends with it, and one with `case` after it', () => {
  expect(without('where a = case when b and c then d end and e', 'f.sql')).toEqual([
    'where true and e',
    'where a = case when b and true then d end and e',
    'where a = case when b and c then d end and true',
  ])
})

test('a condition of a query within a value ends with its text', () => {
  const value = '$' + '{x ? sql`and a` : sql``}'
  expect(without(`sql\`select from t where b ${value}\``)).toEqual([
    'sql`select from t where true`',
    `sql\`select from t where b ${value.replace('and a', 'and true')}\``,
  ])
})

test('the last condition of a function ends with its body', () => {
  expect(without('as $$ select from t where a\n$$;', 'f.sql')).toEqual(['as $$ select from t where true\n$$;'])
})
