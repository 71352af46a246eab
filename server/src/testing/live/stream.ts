import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Change } from '@portico/contract/live.ts'
import { liveStream } from '@portico/contract/live.ts'
import type { FastifyInstance } from 'fastify'

/** A page that listens over a real connection, and the events it has received so far. */
export async function openPage(
  app: FastifyInstance,
  { cookies }: { cookies: Map<string, string> },
  {
    path = liveStream.path,
    query = '?tail=api',
    headers = {},
  }: { path?: string; query?: string; headers?: Record<string, string> } = {},
) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = get({
    port,
    host: '127.0.0.1',
    agent: false,
    path: `${path}${query}`,
    headers: {
      host: 'localhost:8080',
      cookie,
      'accept-encoding': 'gzip, br',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  const page = { reply, status: reply.statusCode, text: '', isOver: false, leave: () => request.destroy() }
  reply.setEncoding('utf8')
  reply.on('data', (chunk: string) => {
    page.text += chunk
  })
  reply.on('close', () => {
    page.isOver = true
  })
  reply.on('error', () => undefined)
  const changes = () =>
    [...page.text.matchAll(/^event: changed\ndata: (.*)$/gm)].map(([, data = '']) =>
      liveStream.output.parse(JSON.parse(data)),
    )
  return Object.assign(page, {
    changes,
    balance: (): number | undefined => changes().at(-1)?.balance_micros,
    rows: (): Change['rows'] => changes().flatMap(({ rows }) => rows),
    /** Changes of any kind, as a page of the console has them. */
    news: () => page.text.split('event: changed').length - 1,
    beats: () => page.text.split('event: beat').length - 1,
  })
}
