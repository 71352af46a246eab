import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countStream } from './count-stream.ts'

const EVENTS = 'text/event-stream; charset=utf-8'
const LINES = 'application/x-ndjson'

function results(type: string, list: string[], text: string, cuts: readonly number[] = []): number {
  const counter = countStream(type, list)
  for (const chunk of chunksOf(Buffer.from(text), cuts)) counter.add(chunk)
  counter.finish()
  return counter.results()
}

/** Cuts bytes at random positions, also inside a character. */
function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

describe('events', () => {
  const rows: [string, string[], string, number][] = [
    ['an event is one result', [], 'data: a\n\ndata: b\n\n', 2],
    ['an event of several lines is one', [], 'data: a\ndata: b\n\n', 1],
    ['comments, names and an event without data are none', [], ': ping\n\nevent: x\nid: 1\n\nretry: 5\n\n', 0],
    ['data without a value is an event', [], 'data\n\ndata:\n\n', 2],
    ['a field that only begins like data is none', [], 'database: 1\n\n', 0],
    ['an unfinished event is none', [], 'data: a\n\ndata: b', 1],
    ['all three line ends are the same', [], 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', 3],
    ['a byte order mark is left out', [], '\ufeffdata: a\n\n', 1],
    ['the end mark is none', [], 'data: {"a":1}\n\ndata: [DONE]\n\n', 1],
    ['a list counts its items', [], 'data: [1,2,3]\n\n', 3],
    ['the priced list is counted in each event', ['choices'], 'data: {"choices":[1,2]}\n\ndata: {"x":1}\n\n', 2],
    ['text in which a list is priced is none', ['choices'], 'data: hello\n\n', 0],
  ]
  test.each(rows)('%s', (_, list, text, expected) => {
    expect(results(EVENTS, list, text)).toBe(expected)
  })

  test('an event that is too long to be read counts as one', () => {
    const long = 'x'.repeat(700_000)
    expect(results(EVENTS, ['a'], `data: ${long}${long}\n\ndata: {"a":[1,2]}\n\n`)).toBe(3)
    expect(results(EVENTS, ['a'], `data: ${long}\ndata: ${long}\n\ndata: {"a":[1,2]}\n\n`)).toBe(3)
    expect(results(LINES, ['a'], `${long}${long}\n{"a":[1,2]}\n`)).toBe(3)
  })

  test('events without the priced list are reported', () => {
    const counter = countStream(EVENTS, ['choices'])
    expect(counter.lacksList()).toBe(false)
    counter.add(Buffer.from('data: {"x":1}\n\n'))
    expect(counter.lacksList()).toBe(true)
    counter.add(Buffer.from('data: {"choices":[]}\n\n'))
    expect(counter.lacksList()).toBe(false)
  })
})

test.each<[string, string, number]>([
  ['a line is one result, also the last one without a break', '{"a":1}\n{"a":2}', 2],
  ['empty lines are none', '\n\n{"a":1}\r\n\n', 1],
  ['records with a separator are counted', '\x1e{"a":1}\n\x1e{"a":2}\n', 2],
])('lines: %s', (_, text, expected) => {
  expect(results(LINES, [], text)).toBe(expected)
})

/** Text that may contain everything that ends a line or looks like a field, and characters of several bytes. */
const word = fc
  .array(fc.constantFrom('data:', ':', ' ', 'ü', '😀', '[DONE]', '{}', 'x', '"', '\\n'), { maxLength: 6 })
  .map((parts) => parts.join(''))
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')

test('the chunks in which an answer arrives do not change what is counted', () => {
  const event = fc.tuple(fc.array(word, { minLength: 1, maxLength: 3 }), lineEnd)
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), fc.array(fc.nat(), { maxLength: 40 }), (events, cuts) => {
      const text = events.map(([lines, end]) => [...lines.map((line) => `data: ${line}`), '', ''].join(end)).join('')
      const sold = events.filter(([lines]) => lines.join('\n') !== '[DONE]').length
      expect(results(EVENTS, [], text, cuts)).toBe(sold)
    }),
  )
})
