import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { CODE } from '@portico/contract/codes.ts'

export interface UpstreamRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

type Answering = (units: UpstreamRequest, response: ServerResponse) => unknown

/** A local HTTP server with a configurable answer, which records its requests. */
export async function openTestServer(answer: Answering) {
  const units: UpstreamRequest[] = []
  const state = { answer }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('latin1'),
      }
      units.push(one)
      state.answer(one, response)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    received: units,
    setAnswer: (next: Answering) => {
      state.answer = next
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>

/** An answer in the envelope of the family, with one task in it. */
export function envelope(task: { status_code?: number; [field: string]: unknown }): string {
  const { status_code = CODE.ok } = task
  return JSON.stringify({
    version: '0.1',
    status_code: CODE.ok,
    status_message: 'Ok.',
    tasks: [{ id: '03021000-1111-2222-0000-0123456789ab', status_message: 'Ok.', result: null, ...task, status_code }],
  })
}

export function send(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
