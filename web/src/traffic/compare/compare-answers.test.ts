import { CODE } from '@portico/contract/codes.ts'
import { expect, test } from 'vitest'
import { compareAnswers } from './compare-answers.ts'

const good = {
  id: '1',
  time: '0.1 sec.',
  status_code: CODE.ok,
  data: { keyword: 'desk', depth: 10 },
  result: [{ items: [{ url: 'https://a.example', title: 'A' }] }],
}
const failed = {
  id: '2',
  time: '0.2 sec.',
  status_code: CODE.invalidField,
  data: { keyword: 'desk', depth: 'much' },
  result: null,
}

test('a failed answer differs from the last good one by what was sent and answered, not by its id and time', () => {
  const { values, items } = compareAnswers(good, failed)
  expect(values.map(({ path, before, after }) => [path, before, after])).toEqual([
    ['status_code', String(CODE.ok), String(CODE.invalidField)],
    ['data.depth', '10', 'much'],
  ])
  expect(items).toEqual([])
})

test('two good answers differ by their items', () => {
  const after = {
    ...good,
    result: [{ items: [...(good.result[0]?.items ?? []), { url: 'https://b.example', title: 'B' }] }],
  }
  expect(compareAnswers(good, after).items.filter(({ from }) => from === undefined)).toMatchObject([{ label: 'B' }])
  expect(compareAnswers(good, { ...good, id: '9', time: '9 sec.' })).toEqual({ values: [], items: [expect.anything()] })
})

test.each([null, 'a text', 5, [1, 2]])('an answer that is no object, %o, is compared without failing', (other) => {
  expect(() => compareAnswers(good, other)).not.toThrow()
  expect(() => compareAnswers(other, good)).not.toThrow()
})
