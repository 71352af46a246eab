import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { trackConnections } from './drain.ts'

test('O4 stopping ends silent connections at once and lets a request finish', async () => {
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
  const request = get({ port, host: '127.0.0.1', agent: false })
  const arrived = once(server, 'request')
  await arrived
  const closed = once(server, 'close')
  server.close()
  const stop = drain()
  await once(silent, 'close')
  answer()
  const [reply] = await once(request, 'response')
  expect(reply.statusCode).toBe(200)
  reply.resume()
  await closed
  stop()
})

test('O4 a stopping process continues to answer for a while, then refuses new connections, and no request on an open connection is lost', async () => {
  let answerSlow = () => {}
  const server = createServer(({ url }, response) => {
    if (url !== '/slow') return response.end('done')
    answerSlow = () => response.end('done')
  })
  const { retire } = trackConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async () => {
    const [reply] = await once(get({ port, host: '127.0.0.1', agent }), 'response')
    reply.resume()
    await once(reply, 'end')
    return [reply.statusCode, reply.headers.connection]
  }
  expect(await ask()).toEqual([200, 'keep-alive'])
  const unused = connect(port, '127.0.0.1')
  await once(unused, 'connect')
  const slow = get({ port, host: '127.0.0.1', path: '/slow', agent: new Agent({ keepAlive: true }) })
  await once(server, 'request')
  const retired = retire(50)
  expect(await ask(), 'before the delay is over').toEqual([200, 'keep-alive'])
  await expect.poll(() => server.listening).toBe(false)
  answerSlow()
  const [late] = await once(slow, 'response')
  expect(late.headers.connection, 'also of requests in progress').toBe('close')
  late.resume()
  expect(await ask(), 'the last answer of this connection').toEqual([200, 'close'])
  await expect(ask()).rejects.toThrow('ECONNREFUSED')
  await once(unused, 'close')
  await retired
})
