import { expect, test } from 'vitest'
import { checkQueryKeys } from './query-keys.ts'
import { readTree } from './tree.ts'

test('the key of every query names all that its request depends on', () => {
  expect(checkQueryKeys(readTree())).toEqual([])
})

const INPUT = '{ id, limit: LIMIT, of: login.name }'

test.each([
  ['query', (key: string) => `query(${key}, a.b, ${INPUT})`],
  ['options', (key: string) => `{ queryKey: ${key}, queryFn: ({ signal }) => call(a.b, ${INPUT}, signal) }`],
])('a value that is sent and not in the key of %s is found', (_kind, written) => {
  const found = (key: string) => {
    const text = `const LIMIT = 5\nfunction f(id, login) {\n  return useQuery(${written(key)})\n}`
    return checkQueryKeys([{ path: 'web/src/f.ts', text }]).map((fault) => /"(\w+)"/.exec(fault)?.[1])
  }
  expect(found("['a', id, login.name]")).toEqual([])
  expect(found("['a', id]")).toEqual(['login'])
  expect(found("['id', login]")).toEqual(['id'])
})
