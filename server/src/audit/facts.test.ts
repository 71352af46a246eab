import { expect, test } from 'vitest'
import { changesBetween, factsOf } from './facts.ts'

test('a logged change has the differing fields, with their previous values', () => {
  expect(changesBetween({ hour: 10, day: null }, { hour: 20, day: null })).toEqual({ hour: 20, before_hour: 10 })
  expect(changesBetween({}, { limit_micros: 5 })).toEqual({ limit_micros: 5, before_limit_micros: null })
})

test('a log line shows the listed facts, old and new, members by name, and nothing else', () => {
  const detail = { role: 'admin', before_role: 'viewer', member: 7, request_id: 'secret', token: 'secret' }
  expect(factsOf(detail, new Map([[7, 'Ann']]))).toEqual([
    { field: 'member', after: 'Ann' },
    { field: 'role', before: 'viewer', after: 'admin' },
  ])
})
