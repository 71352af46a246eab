import { expect, test } from 'vitest'
import { planRange } from './plan-range.ts'

const FILE = { etag: '"abc"', modified: new Date('2026-03-02T10:00:00Z') }
const plan = (range: string | undefined, if_range?: string) => planRange(1000, { range, if_range }, FILE)
const WHOLE = { kind: 'whole' }

test.each([
  [undefined, WHOLE],
  ['bytes=0-', { kind: 'part', start: 0, end: 999 }],
  ['bytes=0-0', { kind: 'part', start: 0, end: 0 }],
  ['bytes=500-', { kind: 'part', start: 500, end: 999 }],
  ['bytes=500-5000', { kind: 'part', start: 500, end: 999 }],
  ['bytes=999-', { kind: 'part', start: 999, end: 999 }],
  ['bytes=-1', { kind: 'part', start: 999, end: 999 }],
  ['bytes=-5000', { kind: 'part', start: 0, end: 999 }],
  ['bytes=1000-', { kind: 'beyond' }],
  ['bytes=-0', { kind: 'beyond' }],
  // An invalid range, or several, are answered with everything.
  ['bytes=-', WHOLE],
  ['bytes=5-4', WHOLE],
  ['bytes=0-1,5-6', WHOLE],
  ['bytes=a-b', WHOLE],
  ['lines=1-2', WHOLE],
  ['bytes=1e3-', WHOLE],
])('of 1000 bytes %s requests %o', (range, wanted) => {
  expect(plan(range)).toEqual(wanted)
})

test.each([
  ['"abc"', 'part'],
  ['Mon, 02 Mar 2026 10:00:00 GMT', 'part'],
  ['"other"', 'whole'],
  ['W/"abc"', 'whole'],
  ['Mon, 02 Mar 2026 10:00:01 GMT', 'whole'],
  ['nonsense', 'whole'],
])('a download begun with %s continues with a %s', (if_range, kind) => {
  expect(plan('bytes=10-20', if_range).kind).toBe(kind)
})
