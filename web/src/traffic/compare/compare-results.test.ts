import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareResults } from './compare-results.ts'

const item = (id: number, price = 1) => ({
  url: `https://shop.example/${id}`,
  title: `Item ${id}`,
  rank_absolute: 0,
  price: { current: price },
})
const ranked = (items: ReturnType<typeof item>[], total = items.length) => [
  { keyword: 'desk', total_count: total, items: items.map((one, at) => ({ ...one, rank_absolute: at + 1 })) },
]

test('items that were added, removed, moved or changed are listed, and so are changed fields beside them', () => {
  const before = ranked([item(1), item(2), item(3), item(4)])
  const after = ranked([item(3), item(1, 2), item(4), item(5)], 9)
  const { values, items } = compareResults(before, after)
  expect(values).toEqual([{ path: 'total_count', before: '4', after: '9' }])
  const brief = items.map(({ label, from, to, is_moved, changes }) => [
    label,
    from,
    to,
    is_moved,
    changes.filter(({ path }) => path !== 'rank_absolute').map(({ before, after }) => `${before} → ${after}`),
  ])
  expect(brief).toEqual([
    ['Item 3', 3, 1, true, []],
    ['Item 1', 1, 2, false, ['1 → 2']],
    ['Item 4', 4, 3, false, []],
    ['Item 5', undefined, 4, false, []],
    ['Item 2', 2, undefined, false, []],
  ])
})

test('the same result twice has no change, whatever it holds', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (result) => {
      const { values, items } = compareResults(result, structuredClone(result))
      expect(values).toEqual([])
      expect(items.every(({ from, to, is_moved, changes }) => from === to && !is_moved && changes.length === 0)).toBe(
        true,
      )
    }),
  )
})

test('the difference of any two orders of any two sets is exact, and unmoved items keep their order', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 })
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 0, max: 30 }), (old, now, dearer) => {
      fc.pre(old.length !== 1 || now.length !== 1)
      const { items } = compareResults(
        ranked(old.map((id) => item(id))),
        ranked(now.map((id) => item(id, id === dearer ? 2 : 1))),
      )
      const shared = now.filter((id) => old.includes(id))
      const labels = (some: typeof items) => some.map(({ label }) => Number(label.split(' ')[1])).sort((a, b) => a - b)
      expect(labels(items.filter(({ from }) => from === undefined))).toEqual(
        now.filter((id) => !old.includes(id)).sort((a, b) => a - b),
      )
      expect(labels(items.filter(({ to }) => to === undefined))).toEqual(
        old.filter((id) => !now.includes(id)).sort((a, b) => a - b),
      )
      const still = items.filter(({ from, to, is_moved }) => from !== undefined && to !== undefined && !is_moved)
      const positions = still.map(({ from }) => from ?? 0)
      expect(positions).toEqual([...positions].sort((a, b) => a - b))
      const changed = items.filter(({ changes }) => changes.some(({ path }) => path === 'price.current'))
      expect(labels(changed)).toEqual(shared.filter((id) => id === dearer))
    }),
    { numRuns: 500 },
  )
})

test('a list of plain values is compared in one line of additions and removals', () => {
  const listed = (item_types: unknown[], more = {}) => [{ keyword: 'desk', item_types, items: [], ...more }]
  const changes = (before: unknown[], after: unknown[]) => compareResults(listed(before), listed(after)).values
  expect(changes(['organic', 'paid', 'video'], ['organic', 'video', 'map', 'images'])).toEqual([
    {
      path: 'item_types',
      before: 'organic, paid, video',
      after: 'organic, video, map, images',
      list: { removed: ['paid'], added: ['map', 'images'] },
    },
  ])
  expect(changes(['a', 'b'], ['b', 'a']), 'another order alone').toEqual([
    { path: 'item_types', before: 'a, b', after: 'b, a' },
  ])
  expect(changes(['a', 'a'], ['a'])).toMatchObject([{ list: { removed: ['a'], added: [] } }])
  expect(changes([], [1, null])).toMatchObject([{ before: '[]', list: { removed: [], added: ['1', 'null'] } }])
  expect(changes(['a, b'], ['a', 'b'])).toMatchObject([{ list: { removed: ['a, b'], added: ['a', 'b'] } }])
  expect(changes([{ x: 1 }], [{ x: 2 }])).toEqual([{ path: 'item_types.0.x', before: '1', after: '2' }])
})

test('additions and removals of any two lists of plain values turn the one into the other', () => {
  const values = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd'), { maxLength: 8 })
  fc.assert(
    fc.property(values, values, (before, after) => {
      const [change] = compareResults([{ list: before, items: [] }], [{ list: after, items: [] }]).values
      const { removed = [], added = [] } = change?.list ?? {}
      const rest = [...before]
      for (const one of removed) rest.splice(rest.indexOf(one), 1)
      expect([...rest, ...added].sort()).toEqual(after.toSorted())
      expect(removed.filter((one) => added.includes(one))).toEqual([])
    }),
  )
})

test('items of two different searches that share a date by chance are not matched', () => {
  const found = (word: string, days: number[]) => [
    {
      items: days.map((day, at) => ({
        url: `https://${word}.example/${at}`,
        title: `${word} ${at}`,
        date: `May ${day}`,
      })),
    },
  ]
  const { items } = compareResults(found('desk', [1, 2, 3, 4, 5, 6]), found('lamp', [11, 12, 2, 14, 1, 16]))
  expect(items.filter(({ from, to }) => from !== undefined && to !== undefined)).toEqual([])
  const renamed = compareResults(found('desk', [1, 2, 3, 4, 5, 6]), found('lamp', [1, 2, 3, 4, 5, 16])).items
  expect(renamed.filter(({ from, to }) => from !== undefined && to !== undefined)).toHaveLength(5)
})
