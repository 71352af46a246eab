import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { trackConnections } from './drain.ts'

test('O4 stopping ends silent connections at once and lets an asked one finish', async () => {
  let answer = () => {}
  const server = createServer((_request, response) => {
    answer = () => response.end('done')
  })
  const { drain } = trackConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  const asked = get({ port, host: '127.0.0.1', agent: false })
  const arrived = once(server, 'request')
  await arrived
  const closed = once(server, 'close')
  server.close()
  const stop = drain()
  await once(silent, 'close')
  answer()
  const [reply] = await once(asked, 'response')
  expect(reply.statusCode).toBe(200)
  reply.resume()
  await closed
  stop()
})
