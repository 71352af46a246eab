import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first wish runs at once, those that follow together after the spacing', async () => {
  const ran: number[] = []
  const pace = throttle(500, async () => void ran.push(performance.now()))
  const start = performance.now()
  pace.trigger()
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 9; i += 1) pace.trigger()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ran.map((at) => at - start)).toEqual([0, 500])
})

test('a wish during a run is not lost, and runs never overlap', async () => {
  let running = 0
  let runs = 0
  const pace = throttle(10, async () => {
    running += 1
    expect(running).toBe(1)
    await new Promise((done) => setTimeout(done, 100))
    running -= 1
    runs += 1
  })
  pace.trigger()
  await vi.advanceTimersByTimeAsync(50)
  pace.trigger()
  await vi.advanceTimersByTimeAsync(500)
  expect(runs).toBe(2)
})

test('after it was stopped nothing runs', async () => {
  let runs = 0
  const pace = throttle(10, async () => {
    runs += 1
  })
  pace.trigger()
  pace.stop()
  pace.trigger()
  await vi.advanceTimersByTimeAsync(100)
  expect(runs).toBe(0)
})
