import { CODE } from '@portico/contract/codes.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copiedValue, findInTree, linkOf, treeLines } from './json-tree.ts'

const ANSWER = {
  status_code: CODE.ok,
  tasks: [
    { id: 'a', result: [{ keyword: 'Red shoes', items: [{ title: 'Shoes', 'odd name': 1 }, { title: 'Boots' }] }] },
  ],
}
const all = { isOpen: () => true, found: undefined, max: Number.POSITIVE_INFINITY }
const paths = (data: unknown, how = {}) => treeLines(data, { ...all, ...how }).lines.map(({ path }) => path)

/** Reads a path as JavaScript would. */
function follow(data: unknown, path: string): unknown {
  const steps = path.matchAll(/\[(\d+|"(?:[^"\\]|\\.)*")\]|([^.[]+)/gu)
  return [...steps].reduce<unknown>((at, [, quoted, name]) => {
    const key = quoted === undefined ? name : JSON.parse(quoted)
    return typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined
  }, data)
}

test('the copied path of any line leads a program to its value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (data) => {
      for (const { path, value } of treeLines(data, all).lines) expect(follow(data, path)).toBe(value)
    }),
  )
})

test('closed values are one line, and no more lines are made than are drawn', () => {
  expect(paths(ANSWER, { isOpen: (_: string, depth: number) => depth < 2 })).toEqual([
    '',
    'status_code',
    'tasks',
    'tasks[0]',
  ])
  const many = Array.from({ length: 100_000 }, (_, at) => at)
  expect(treeLines(many, { ...all, max: 50 })).toMatchObject({ is_cut: true, lines: { length: 50 } })
  expect(treeLines(many, { ...all, max: 100_001 }).is_cut).toBe(false)
})

test('a search shows the lines that contain the words and the path to them, whatever the case', () => {
  const found = findInTree(ANSWER, ' shoes')
  expect(paths(ANSWER, { found })).toEqual([
    '',
    'tasks',
    'tasks[0]',
    'tasks[0].result',
    'tasks[0].result[0]',
    'tasks[0].result[0].keyword',
    'tasks[0].result[0].items',
    'tasks[0].result[0].items[0]',
    'tasks[0].result[0].items[0].title',
  ])
  expect(found?.hits.size).toBe(2)
  expect(findInTree(ANSWER, '  ')).toBeUndefined()
  expect(paths(ANSWER, { found: findInTree(ANSWER, 'nowhere') })).toEqual([])
})

test('everything below a matching name can be read', () => {
  const lines = paths(ANSWER, { found: findInTree(ANSWER, 'items') })
  expect(lines).toContain('tasks[0].result[0].items[0]["odd name"]')
  expect(lines).not.toContain('tasks[0].result[0].keyword')
})

test('a text is copied without its quotes, anything else as JSON', () => {
  expect(copiedValue('a "b"')).toBe('a "b"')
  expect(copiedValue(null)).toBe('null')
  expect(copiedValue({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
})

test.each([
  ['https://example.com/a?b=1', { href: 'https://example.com/a?b=1' }],
  ['data:image/png;base64,iVBORw0KGgo=', { image: 'data:image/png;base64,iVBORw0KGgo=' }],
  // None of these may become a link: they would run a script or differ from their text.
  ['javascript:alert(1)', undefined],
  ['data:image/svg+xml;base64,PHN2Zz4=', undefined],
  ['data:text/html,<script>alert(1)</script>', undefined],
  [' https://example.com', undefined],
  ['https://', undefined],
  [42, undefined],
])('%s is a link, a picture or neither', (value, expected) => expect(linkOf(value)).toEqual(expected))
