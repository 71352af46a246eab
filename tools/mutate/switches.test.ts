import { expect, test } from 'vitest'
import { readFiles } from '../architecture/tree.ts'
import { HARMLESS, isHarmless } from './harmless.ts'
import { mutantsOf, STORES, withSwitches } from './switches.ts'

/** The source with numbers instead of keys. */
function switched(text: string): string {
  const source = { path: 'store.ts', text }
  return mutantsOf(source).reduce(
    (result, { key }, number) => result.replace(key, String(number)),
    withSwitches(source),
  )
}

test('a call of where becomes a call that can leave it out', () => {
  expect(switched("db.selectFrom('a').where('b', '=', 1).where('c', '=', 2)")).toBe(
    "db.selectFrom('a').$call(globalThis.queryWithout('0', (query) => query.where('b', '=', 1)))" +
      ".$call(globalThis.queryWithout('1', (query) => query.where('c', '=', 2)))",
  )
})

test('a condition in SQL becomes a fragment, also one within another', () => {
  expect(switched('sql`select x from t where a in (select b from u where c) and d`')).toBe(
    'sql`select x from t where$' +
      "{globalThis.sqlWithout('0', sql` a in (select b from u where$" +
      "{globalThis.sqlWithout('1', sql` c`, sql` true`)})`, sql` true`)} and$" +
      "{globalThis.sqlWithout('2', sql` d`, sql` true`)}`",
  )
})

test('a condition has the same key until its own text changes', () => {
  const keys = (text: string) => mutantsOf({ path: 'store.ts', text }).map(({ key }) => key)
  const [first] = keys('sql`select from t where a = 1`')
  expect(keys('sql`select from t where b and\n  a = 1`')[1]).toBe(first)
  expect(keys('sql`select from t where a = 2`')[0]).not.toBe(first)
})

test('every condition that is listed as harmless exists', () => {
  const mutants = readFiles(STORES).flatMap(mutantsOf)
  expect(mutants.filter(isHarmless)).toHaveLength(HARMLESS.length)
})
