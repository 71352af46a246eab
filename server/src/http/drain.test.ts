import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { waitingConnections, waitingIn } from './accept-queue.ts'
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

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000013 00:00000000 00000000     0        0 35034 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1F91 00000000:0000 0A 00000000:00000007 00:00000000 00000000     0        0 35035 1 0000000000000000 100 0 0 10 0
   2: 0100007F:1F90 0100007F:C5DA 01 00000000:00000044 00:00000000 00000000     0        0 35036 1 0000000000000000 20 4 30 10 -1
`

test('O10 what lies in the accept queue as a busy process stops is answered, not reset', async () => {
  expect(waitingIn(TABLE, 8080), 'of this port, and not the bytes of a connection').toBe(19)
  const server = createServer((_request, response) => response.end('done'))
  const { retire } = trackConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const calls = Array.from({ length: 40 }, () => get({ port, host: '127.0.0.1', agent: false }))
  // The connections are opened before the loop turns, so none has been accepted.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  if (process.platform === 'linux') expect(waitingConnections(port)).toBe(40)
  const retired = retire(0)
  const until_ms = performance.now() + 20
  while (performance.now() < until_ms);
  const answers = await Promise.all(
    calls.map(async (call) => {
      const [reply] = await once(call, 'response')
      reply.resume()
      return reply.statusCode
    }),
  )
  expect(answers).toEqual(calls.map(() => 200))
  await retired
  expect(server.listening).toBe(false)
})
