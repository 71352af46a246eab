import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { critical, slowNow } from './slow-network.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function work() {
  let finish = () => {}
  const promise = critical(
    new Promise<void>((done) => {
      finish = done
    }),
  )
  return {
    finish: async () => {
      finish()
      await promise
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('HD-04 data missing for three seconds marks the network as slow, until it arrives', async () => {
  const first = work()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(slowNow()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(slowNow()).toBe(true)
  const second = work()
  await first.finish()
  expect(slowNow()).toBe(true)
  await second.finish()
  expect(slowNow()).toBe(false)
})

test('HD-04 data that arrives in time shows nothing', async () => {
  const quick = work()
  await vi.advanceTimersByTimeAsync(1_000)
  await quick.finish()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(slowNow()).toBe(false)
})

test('HD-04 a network that reports itself as slow is believed at once', async () => {
  vi.stubGlobal('navigator', { connection: { effectiveType: 'slow-2g' } })
  const late = work()
  await vi.advanceTimersByTimeAsync(0)
  expect(slowNow()).toBe(true)
  await late.finish()
  expect(slowNow()).toBe(false)
})
