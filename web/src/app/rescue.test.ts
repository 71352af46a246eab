import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rescue } from './rescue.ts'

beforeAll(() => vi.stubGlobal('window', new EventTarget()))
afterAll(() => vi.unstubAllGlobals())

test('a screen that was lost with its server is opened when the server is back, and explained meanwhile', async () => {
  const texts: string[] = []
  const open = vi.fn()
  const ask = vi.fn(async () => true).mockRejectedValueOnce(new Error('502'))
  vi.useFakeTimers()
  rescue((why) => texts.push(why), ask, open)
  await vi.advanceTimersByTimeAsync(100)
  expect(texts).toEqual([expect.stringMatching(/^We cannot be reached/)])
  expect(open).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(open).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('a screen whose file is blocked while the server answers is explained and never reloaded', async () => {
  const texts: string[] = []
  const open = vi.fn()
  rescue(
    (why) => texts.push(why),
    async () => true,
    open,
  )
  await vi.waitFor(() => expect(texts).toEqual([expect.stringMatching(/blocked/)]))
  expect(open).not.toHaveBeenCalled()
})

test('a screen that was left is neither explained nor opened', async () => {
  const texts: string[] = []
  const open = vi.fn()
  const { promise, reject } = Promise.withResolvers<boolean>()
  rescue(
    (why) => texts.push(why),
    () => promise,
    open,
  )()
  reject(new Error('502'))
  await new Promise((done) => setTimeout(done, 20))
  expect([texts, open.mock.calls]).toEqual([[], []])
})
