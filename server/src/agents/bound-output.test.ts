import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANSWER_MAX, pageOf, partOf } from './bound-output.ts'

/** All entries of a result, page by page, and the length of the longest answer. */
function readAll(result: unknown[]) {
  const entries: unknown[] = []
  let longest = 0
  let from: number | null = 0
  while (from !== null) {
    const { result: shown, page } = pageOf(result, from)
    longest = Math.max(longest, JSON.stringify(shown).length)
    const [first] = shown
    const items = first !== null && typeof first === 'object' && 'items' in first ? first.items : shown
    entries.push(...(Array.isArray(items) ? items : []))
    from = page?.next_from ?? null
  }
  return { entries, longest }
}

test('paging returns every entry once and in order, and no answer is longer than two bounds', () => {
  const entry = fc.record({ n: fc.integer(), text: fc.string({ maxLength: 30_000, size: 'max' }) })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), fc.boolean(), (list, isItems) => {
      const { entries, longest } = readAll(isItems ? [{ keyword: 'x', items: list }] : list)
      if (list.every((one) => JSON.stringify(one).length < ANSWER_MAX / 2)) expect(entries).toEqual(list)
      else expect(entries).toHaveLength(list.length)
      expect(longest).toBeLessThan(2 * ANSWER_MAX)
    }),
    // A shorter example of so much text is looked for for minutes.
    { numRuns: 50, endOnFailure: true },
  )
})

test('a short result stays as it is', () => {
  for (const result of [[], [{ a: 1 }], [{ items: [1, 2], total: 2 }], [{ items: null }], [1, 'two', null]])
    expect(pageOf(result, 0)).toEqual({ result, page: undefined })
})

test('a single entry that is too long is cut, and the next one follows', () => {
  const { result, page } = pageOf([{ items: ['x'.repeat(100_000), 'short'] }], 0)
  expect(page).toMatchObject({ shown: 1, total: 2, next_from: 1 })
  expect(JSON.stringify(result).length).toBeLessThan(ANSWER_MAX + 1000)
  expect(pageOf([{ items: ['x'.repeat(100_000), 'short'] }], 1)).toMatchObject({ result: [{ items: ['short'] }] })
})

test('the parts of a long text add up to the whole', () => {
  const text = Array.from({ length: 30_000 }, (_, n) => String(n)).join(' ')
  let read = ''
  for (let from: number | null = 0; from !== null; ) {
    const part = partOf(text, from)
    read += part.text
    from = part.next_from
  }
  expect(read).toBe(text)
})
