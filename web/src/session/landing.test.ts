import type { User } from '@portico/contract/user.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { landing, safePath } from './landing.ts'

const user = {
  modules: { main: [{ type: 'link', url: '/first', submodules_options: [] }], nav_bar: [], nav_bar_info: [] },
} as unknown as User
const HOUR_MS = 3_600_000
const at = (hours: number, memory: { fragment?: string; last?: string } = {}) =>
  landing(
    {
      fragment_path: memory.fragment,
      last_url: memory.last ? { path: memory.last, at_ms: 0 } : undefined,
    },
    user,
    hours * HOUR_MS,
    (path) => path.startsWith('/known'),
  )

describe('PU-17 landing after sign-in', () => {
  test('a stored fragment path comes first', () =>
    expect(at(1, { fragment: '/known-a', last: '/known-b' })).toBe('/known-a'))
  test('the last URL comes second', () => expect(at(1, { last: '/known-b?x=1' })).toBe('/known-b?x=1'))
  test('a last URL is followed one second before six hours', () =>
    expect(at(6 - 1 / 3600, { last: '/known-b' })).toBe('/known-b'))
  test('a last URL older than six hours is not followed', () =>
    expect(at(6 + 1 / 3600, { last: '/known-b' })).toBe('/first'))
  test('a last URL from the future is not followed', () => expect(at(-1, { last: '/known-b' })).toBe('/first'))
  test('the first module comes last', () => expect(at(1)).toBe('/first'))
  test('a path without a screen is skipped', () =>
    expect(at(1, { fragment: '/other', last: '/known-b' })).toBe('/known-b'))
})

const HOSTILE = [
  '//',
  '/\\',
  '/%2f%2f',
  '%5c',
  '\t',
  '\n',
  'javascript:',
  'data:',
  '@evil.example',
  'https://',
  '/..',
  '/.',
  '?',
  '#',
  ':',
  '\u0000',
  '\u202e',
  'evil.example',
  '/',
  'a',
]

test('PU-17 no redirect string ever leaves the origin', () => {
  const piece = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 12, unit: 'binary' }), fc.webUrl())
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.boolean(), (candidate, slash) => {
      const path = safePath(slash ? `/${candidate}` : candidate)
      if (path === undefined) return
      expect(new URL(path, 'https://own.example').origin).toBe('https://own.example')
      expect(path).toMatch(/^\/(?![/\\])/)
    }),
    { numRuns: 20_000 },
  )
})
