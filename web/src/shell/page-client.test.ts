import { expect, test } from 'vitest'
import { forgetPageClient, keepPageClient, pageClient } from './page-client.ts'

test('queries before the shell is mounted belong to it; a later user gets none of them', () => {
  const ahead = pageClient()
  const leave = keepPageClient(ahead)
  expect(pageClient()).toBe(ahead)
  leave()
  expect(pageClient()).not.toBe(ahead)
})

test("a page that starts again does not take over the previous shell's client, nor lose its own when that is removed", () => {
  const before = pageClient()
  const leave = keepPageClient(before)
  forgetPageClient()
  const anew = pageClient()
  expect(anew).not.toBe(before)
  leave()
  expect(pageClient()).toBe(anew)
})
