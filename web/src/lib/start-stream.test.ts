import { expect, test, vi } from 'vitest'
import type { StreamListener } from './live-stream.ts'
import { startStream } from './start-stream.ts'

const listener = () => ({ shared: 'ann', path: '/api/live', onChange: vi.fn(), onState: vi.fn() })
const settled = () => new Promise((done) => setTimeout(done, 10))

test('a stream that is closed before its code has come is never opened; one that is open is closed', async () => {
  const close = vi.fn()
  const openStream = vi.fn((_listener: StreamListener) => close)
  startStream(listener(), async () => ({ openStream }))()
  await settled()
  expect(openStream).not.toHaveBeenCalled()
  const end = startStream(listener(), async () => ({ openStream }))
  await settled()
  expect(openStream).toHaveBeenCalledOnce()
  end()
  expect(close).toHaveBeenCalledOnce()
})

test('a stream whose code does not come is lost, so that the page polls, and reports nothing once it is closed', async () => {
  const load = () => Promise.reject(new Error('preload CSS'))
  const [left, stays] = [listener(), listener()]
  startStream(left, load)()
  startStream(stays, load)
  await settled()
  expect(left.onState).not.toHaveBeenCalled()
  expect(stays.onState).toHaveBeenCalledWith('lost')
})
