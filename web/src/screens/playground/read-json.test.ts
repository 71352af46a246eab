import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson, readTask } from './read-json.ts'

test('valid JSON is read as any program reads it, however it is written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const json = JSON.stringify(value, null, indent)
      expect(readJson(json)).toEqual({ value: JSON.parse(json) })
    }),
  )
})

test.each([
  [
    '{ "a": 9007199254740993 }',
    '{number} is too large to send without losing precision.',
    { number: '9007199254740993' },
  ],
  ['[-9007199254740993]', '{number} is too large to send without losing precision.', { number: '-9007199254740993' }],
  ['{ "a": [1, { "b": 1e400 }] }', '{number} is too large to send without losing precision.', { number: '1e400' }],
  ['{ "a": 1, "b": { "a": 1 }, "\\u0061": 2 }', 'The field {name} appears more than once.', { name: 'a' }],
  ['{ "b": [{ "__proto__": 1, "__proto__": 2 }] }', 'The field {name} appears more than once.', { name: '__proto__' }],
  ['{ "a": NaN }', 'This is not valid JSON.', undefined],
  ['{ "a": 02840 }', 'This is not valid JSON.', undefined],
  ['', 'This is not valid JSON.', undefined],
])('%s would not be sent as written, and that is reported', (json, message, values) => {
  expect(readJson(json)).toEqual({ fault: values ? { message, values } : { message } })
})

test.each([
  '{ "a": 9007199254740992, "b": -0, "c": 0.1, "d": 1E1, "e": 10000000000000000000000, "f": 123456789012345680000 }',
  '{ "a": "9007199254740993 \\" 1e400 \\\\", "b": "{ \\"a\\": 1, \\"a\\": 2 }" }',
  '{ "a": { "x": 1 }, "b": [{ "x": 1 }, { "x": 1 }] }',
])('%s is sent as written', (json) => {
  expect(readJson(json)).toEqual({ value: JSON.parse(json) })
})

test('a task is read from the body of a request, too; several tasks and no task are distinguished', () => {
  expect(readTask('{ "keyword": "desk" }')).toEqual({ task: { keyword: 'desk' } })
  expect(readTask('[{ "keyword": "desk" }]')).toEqual({ task: { keyword: 'desk' } })
  expect(readTask('[{ "a": 1 }, { "b": 1 }]')).toEqual({
    fault: { message: 'Only one task can be run here. Remove the others.' },
  })
  for (const json of ['[]', '1', 'null', '"text"', '[[{}]]'])
    expect(readTask(json)).toMatchObject({ fault: { message: 'A task is a JSON object: {example}' } })
  expect(JSON.stringify(readTask('{ "__proto__": { "x": 1 } }'))).toBe('{"task":{"__proto__":{"x":1}}}')
})

test('a megabyte of quotes is read in good time', () => {
  const value = { keyword: '\\"'.repeat(300_000), list: Array.from({ length: 20_000 }, (_, at) => ({ at })) }
  expect(readJson(JSON.stringify(value))).toEqual({ value })
})
