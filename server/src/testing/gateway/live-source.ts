import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface LiveCall {
  request: IncomingMessage
  response: ServerResponse
  /** Resolves when the connection is gone or the answer has ended. */
  closed: Promise<void>
}

/** A data source that a test answers by hand, byte by byte, while the request is open. */
export async function openLiveSource() {
  const waiting: ((call: LiveCall) => void)[] = []
  const calls: LiveCall[] = []
  const server = createServer((request, response) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    response.once('close', resolve)
    const call = { request, response, closed }
    const next = waiting.shift()
    if (next) next(call)
    else calls.push(call)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** The next request that arrives, or one that has arrived. */
    next: () => {
      const call = calls.shift()
      return call ? Promise.resolve(call) : new Promise<LiveCall>((resolve) => waiting.push(resolve))
    },
    /** Withdraws the wait for a request that does not come. */
    skip: () => void waiting.shift(),
    /** Requests that no test has taken. */
    untaken: () => calls.length,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export type LiveSource = Awaited<ReturnType<typeof openLiveSource>>
