import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { openTestApp } from '#testing/app.ts'
import { TIMEOUTS } from './timeouts.ts'

test('SEC-L16 O7 a connection whose headers do not come is closed in time', async () => {
  const it = await openTestApp({ timeouts: { headers_ms: 200, check_every_ms: 50 } })
  await it.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = it.app.server.address() as AddressInfo
  const halves = ['', 'GET / HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ']
  const sockets = await Promise.all(
    halves.map(async (text) => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(text)
      return socket
    }),
  )
  await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')))
  expect(sockets.every((socket) => socket.destroyed)).toBe(true)
  await it.close()
})

test('SEC-L16 O7 by default that is within ten seconds', async () => {
  const it = await openTestApp()
  expect(it.app.server.headersTimeout).toBe(TIMEOUTS.headers_ms)
  expect(TIMEOUTS.headers_ms + TIMEOUTS.check_every_ms).toBeLessThan(10_000)
  await it.close()
})
