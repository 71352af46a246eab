import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenNear } from './when-near.ts'

type Look = (seen: { isIntersecting: boolean }[]) => void
let look: Look
const disconnect = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  disconnect.mockClear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      disconnect = disconnect
      observe = () => {}
      constructor(callback: Look) {
        look = callback
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const begin = () => {
  const run = vi.fn()
  return { run, stop: whenNear({} as Element, run) }
}

test('a distant element runs nothing; coming near runs it once, even when leaving is reported first', () => {
  const { run } = begin()
  look([{ isIntersecting: false }])
  expect(run).not.toHaveBeenCalled()
  look([{ isIntersecting: false }, { isIntersecting: true }])
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
  expect(disconnect).toHaveBeenCalled()
})

test('the timeout runs it all the same', () => {
  const { run } = begin()
  vi.advanceTimersByTime(8_000)
  expect(run).toHaveBeenCalledTimes(1)
})

test('a canceled one never runs', () => {
  const { run, stop } = begin()
  stop()
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
  expect(disconnect).toHaveBeenCalled()
})
