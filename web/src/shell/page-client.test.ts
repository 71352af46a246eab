import { expect, test } from 'vitest'
import { forgetPageClient, keepPageClient, pageClient } from './page-client.ts'

test('what was asked before the shell stood is its own; who comes after it gets none of it', () => {
  const ahead = pageClient()
  const leave = keepPageClient(ahead)
  expect(pageClient()).toBe(ahead)
  leave()
  expect(pageClient()).not.toBe(ahead)
})

test('a page that begins anew does not take over from the shell before it, nor lose its own when that goes', () => {
  const before = pageClient()
  const leave = keepPageClient(before)
  forgetPageClient()
  const anew = pageClient()
  expect(anew).not.toBe(before)
  leave()
  expect(pageClient()).toBe(anew)
})
