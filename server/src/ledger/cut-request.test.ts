import { describe, expect, test } from 'vitest'
import { bytesOf, cutRequest, outlineOf } from './cut-request.ts'

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('SEC-M4 a request within the limit is stored unchanged', () => {
  const request = { keyword: 'standing desk', depth: 30, tags: ['a', 'b'], deep: { is: true, none: null } }
  expect(cutRequest(request, 4096)).toEqual({ value: request, bytes: expect.any(Number), is_cut: false })
  expect(Math.abs(bytesOf(request) - bytes(request))).toBeLessThan(10)
})

describe.each([
  ['a long text', { keyword: 'k'.repeat(48_000), depth: 30 }],
  ['a text of wide characters', { keyword: '語'.repeat(48_000) }],
  ['a text of pairs', { keyword: '🙂'.repeat(48_000) }],
  ['a long list', { keywords: Array.from({ length: 10_000 }, (_, n) => `keyword ${n}`) }],
  ['many fields', Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field_${n}`, n]))],
  ['a long name', { ['n'.repeat(10_000)]: 1, short: 2 }],
  ['lists in lists', { deep: Array.from({ length: 3000 }, () => [[['x']]]) }],
  ['no object', 'x'.repeat(10_000)],
])('SEC-M4 a request with %s', (_, requested) => {
  test('SEC-M4 a request is cut to the limit, as valid JSON without half characters', () => {
    const { value, is_cut } = cutRequest(requested, 4096)
    expect(is_cut).toBe(true)
    expect(bytes(value)).toBeLessThan(4096 + 64)
    expect(JSON.stringify(value).isWellFormed()).toBe(true)
  })

  test('SEC-M4 an outline has only names and sizes', () => {
    expect(bytes(outlineOf(cutRequest(requested, 4096).value))).toBeLessThan(4096 + 64)
  })
})

test('SEC-M4 an outline has the size of each field', () => {
  expect(outlineOf({ keyword: 'k'.repeat(48_000), depth: 30 })).toEqual({ keyword: '48002 bytes', depth: '2 bytes' })
})

test('SEC-M4 a request nested too deep is not stored, and does not crash the process', () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  expect(cutRequest({ deep }, 4096)).toEqual({ value: null, bytes: 0, is_cut: true })
})
