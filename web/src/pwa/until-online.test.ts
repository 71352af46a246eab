import { expect, test } from 'vitest'
import { untilOnline } from './until-online.ts'

test('the server is polled until it replies, ever more rarely, but at least every minute', async () => {
  const pauses_ms: number[] = []
  let left = 8
  const answer = await untilOnline(
    async () => {
      left -= 1
      if (left > 0) throw new Error('unreachable')
      return 'here'
    },
    async (ms) => void pauses_ms.push(ms),
  )
  expect(answer).toBe('here')
  expect(pauses_ms).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
})

test('a page that is online does not wait', async () => {
  const never = () => new Promise<void>(() => {})
  expect(await untilOnline(async () => 1, never)).toBe(1)
})
