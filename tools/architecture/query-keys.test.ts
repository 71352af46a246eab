import { expect, test } from 'vitest'
import { checkQueryKeys } from './query-keys.ts'
import { readTree } from './tree.ts'

test('the key of every query names all that its request depends on', () => {
  expect(checkQueryKeys(readTree())).toEqual([])
})

test('a value that is sent and not in the key is found', () => {
  const found = (key: string) => {
    const text = `const LIMIT = 5\nfunction f(id, login) {
      return useQuery({ queryKey: ${key}, queryFn: ({ signal }) => call(a.b, { id, limit: LIMIT, of: login.name }, signal) })\n}`
    return checkQueryKeys([{ path: 'web/src/f.ts', text }]).map((fault) => /"(\w+)"/.exec(fault)?.[1])
  }
  expect(found("['a', id, login.name]")).toEqual([])
  expect(found("['a', id]")).toEqual(['login'])
  expect(found("['id', login]")).toEqual(['id'])
})
