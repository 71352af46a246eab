import type { LeftOutPart } from '@portico/contract/operator-catalogue.ts'
import { expect, test } from 'vitest'
import { leftOutGroups } from './left-out-groups.ts'

const part = (id: string, why: LeftOutPart['why'], reason: string): LeftOutPart => ({
  id,
  why,
  reason,
  mend: `mend ${id}`,
})

test('parts that are not sold are grouped by kind, and questions by their text', () => {
  const groups = leftOutGroups([
    part('GET /users', 'question', 'is it for customers? (users)'),
    part('POST /a', 'question', 'no rule says what it is'),
    part('GET /bills', 'question', 'is it for customers? (bills, tag Money)'),
    part('POST /b', 'fault', 'no schema (at all)'),
    part('POST /c', 'fault', 'no answer'),
  ])
  expect(groups).toEqual([
    {
      why: 'fault',
      reason: '',
      parts: [
        { id: 'POST /b', reason: 'no schema (at all)', mend: 'mend POST /b' },
        { id: 'POST /c', reason: 'no answer', mend: 'mend POST /c' },
      ],
    },
    {
      why: 'question',
      reason: 'is it for customers?',
      parts: [
        { id: 'GET /users', reason: 'users', mend: 'mend GET /users' },
        { id: 'GET /bills', reason: 'bills, tag Money', mend: 'mend GET /bills' },
      ],
    },
    {
      why: 'question',
      reason: 'no rule says what it is',
      parts: [{ id: 'POST /a', reason: '', mend: 'mend POST /a' }],
    },
  ])
})
