import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first trigger runs at once, and those that follow run together after the spacing', async () => {
  const ran: number[] = []
  const throttled = throttle(500, async () => void ran.push(performance.now()))
  const start = performance.now()
  throttled.trigger()
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 9; i += 1) throttled.trigger()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ran.map((at) => at - start)).toEqual([0, 500])
})

test('a trigger during a run is not lost, and runs never overlap', async () => {
  let running = 0
  let runs = 0
  const throttled = throttle(10, async () => {
    running += 1
    expect(running).toBe(1)
    await new Promise((done) => setTimeout(done, 100))
    running -= 1
    runs += 1
  })
  throttled.trigger()
  await vi.advanceTimersByTimeAsync(50)
  throttled.trigger()
  await vi.advanceTimersByTimeAsync(500)
  expect(runs).toBe(2)
})

test('a stopped throttle runs nothing', async () => {
  let runs = 0
  const throttled = throttle(10, async () => {
    runs += 1
  })
  throttled.trigger()
  throttled.stop()
  throttled.trigger()
  await vi.advanceTimersByTimeAsync(100)
  expect(runs).toBe(0)
})
