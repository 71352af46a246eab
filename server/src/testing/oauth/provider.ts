import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { facebookShape } from './facebook.ts'
import { type Failure, spoil } from './failure.ts'
import { githubShape } from './github.ts'
import { googleShape } from './google.ts'
import { type Controls, oauthSites } from './grants.ts'
import type { Answer, LocalRequest, Shape } from './shape.ts'

/**
 * Google, GitHub and Facebook on loopback, for tests: real HTTP, and as strict as the real ones about secrets, codes,
 * redirect addresses and PKCE. The product cannot distinguish them from the real ones.
 */
export interface LocalProvider extends Controls {
  /** The settings with which a server uses it. */
  settings: Record<string, string>
  /** Applies until set again. */
  misbehave: Failure | undefined
  /** All requests it received, oldest first. */
  requests: LocalRequest[]
  close(): Promise<void>
}

const ANN = { sub: '1001', email: 'ann@example.com', email_verified: true, name: 'Ann Example' }

export async function startLocalProvider(): Promise<LocalProvider> {
  const shapes = [await googleShape(), githubShape, facebookShape]
  const server = createServer((message, reply) => void answer(message, reply))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const local: LocalProvider = {
    origin,
    settings: settingsFor(shapes, origin),
    person: { google: { ...ANN }, github: { ...ANN }, facebook: { ...ANN } },
    asks: false,
    misbehave: undefined,
    requests: [],
    secrets: [],
    async close() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
  const sites = new Map(shapes.flatMap((shape) => oauthSites(shape, local)))

  async function answer(message: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(message.url ?? '/', origin)
    const request: LocalRequest = {
      method: message.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: message.headers,
      body: Object.fromEntries(new URLSearchParams(await text(message))),
    }
    local.requests.push(request)
    const site = sites.get(pathname)
    const failure = site && local.misbehave?.at === site.endpoint ? local.misbehave : undefined
    if (failure && spoil(failure, reply)) return
    send(reply, site?.serve(request, failure) ?? { status: 404, body: { error: 'not_found' } })
  }
  return local
}

function settingsFor(shapes: Shape[], origin: string): Record<string, string> {
  const addresses = ['GOOGLE_ISSUER', 'GITHUB_URL', 'GITHUB_API_URL', 'FACEBOOK_URL', 'FACEBOOK_GRAPH_URL']
  const clients = shapes.flatMap(({ provider, client }) => [
    [`${provider.toUpperCase()}_CLIENT_ID`, client.id],
    [`${provider.toUpperCase()}_CLIENT_SECRET`, client.secret],
  ])
  return Object.fromEntries([...clients, ...addresses.map((name) => [name, origin])])
}

function send(reply: ServerResponse, { status, headers, body }: Answer): void {
  const is_text = typeof body === 'string'
  reply.writeHead(status, { 'content-type': is_text ? 'text/html; charset=utf-8' : 'application/json', ...headers })
  reply.end(is_text ? body : JSON.stringify(body))
}
