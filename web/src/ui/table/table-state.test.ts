import { expect, test } from 'vitest'
import { pageView } from './paging.ts'
import { ariaSort, nextSort, type Sort } from './sort.ts'

test.each<[string, Sort | undefined, { id: string; numeric?: boolean }, Sort]>([
  ['words start with A', undefined, { id: 'name' }, { column: 'name', direction: 'asc' }],
  ['numbers start with the largest', undefined, { id: 'cost', numeric: true }, { column: 'cost', direction: 'desc' }],
  [
    'the same head turns round',
    { column: 'name', direction: 'asc' },
    { id: 'name' },
    { column: 'name', direction: 'desc' },
  ],
  [
    'and back',
    { column: 'cost', direction: 'desc' },
    { id: 'cost', numeric: true },
    { column: 'cost', direction: 'asc' },
  ],
  [
    'another head starts anew',
    { column: 'name', direction: 'desc' },
    { id: 'time' },
    { column: 'time', direction: 'asc' },
  ],
])('sorting: %s', (_, sort, column, expected) => {
  expect(nextSort(sort, column)).toEqual(expected)
})

test('only the sorted column announces its order', () => {
  const sort: Sort = { column: 'cost', direction: 'desc' }
  expect([ariaSort(sort, 'cost'), ariaSort(sort, 'name'), ariaSort(undefined, 'cost')]).toEqual([
    'descending',
    'none',
    'none',
  ])
})

test.each([
  [
    { page: 1, page_size: 25, total: 60 },
    { page: 1, pages: 3, first: 1, last: 25, hasPrevious: false, hasNext: true },
  ],
  [
    { page: 3, page_size: 25, total: 60 },
    { page: 3, pages: 3, first: 51, last: 60, hasPrevious: true, hasNext: false },
  ],
  [
    { page: 1, page_size: 25, total: 0 },
    { page: 1, pages: 1, first: 0, last: 0, hasPrevious: false, hasNext: false },
  ],
  [
    { page: 9, page_size: 25, total: 60 },
    { page: 3, pages: 3, first: 51, last: 60, hasPrevious: true, hasNext: false },
  ],
  [
    { page: 0, page_size: 50, total: 50 },
    { page: 1, pages: 1, first: 1, last: 50, hasPrevious: false, hasNext: false },
  ],
])('paging %o', (paging, expected) => {
  expect(pageView(paging)).toEqual(expected)
})
