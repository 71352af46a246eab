import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import pg from 'pg'
import type { TestServer } from './server.ts'

type Way = 'pass' | 'lose'

/** A relay between a server and its PostgreSQL that can drop data without closing a connection. */
export async function openRelay(database_url: string) {
  const pairs = new Set<{ ours: Socket; theirs: Socket; request: Way; reply: Way }>()
  let is_deaf = false
  const server = createServer((ours) => {
    const theirs = connect(addressOf(database_url))
    const pair = { ours, theirs, request: 'pass' as Way, reply: 'pass' as Way }
    if (is_deaf) Object.assign(pair, { request: 'lose', reply: 'lose' })
    pairs.add(pair)
    ours.on('data', (chunk) => pair.request === 'pass' && theirs.write(chunk))
    theirs.on('data', (chunk) => pair.reply === 'pass' && ours.write(chunk))
    for (const [one, other] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      one.on('error', () => undefined)
      // On a connection that drops data, the other end is not notified of a close.
      one.on('close', () => pair.request === 'pass' && pair.reply === 'pass' && other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const through = (url: string) => {
    const { user, password, database } = new pg.Client({ connectionString: url })
    const options = URL.parse(url)?.searchParams.get('options')
    const secret = password ? `:${encodeURIComponent(String(password))}` : ''
    const address = new URL(`postgresql://${user}${secret}@127.0.0.1:${port}/${database}?sslmode=disable`)
    if (options) address.searchParams.set('options', options)
    return address.href
  }
  return {
    port,
    /** The URL of the same database through the relay. */
    through,
    /** Existing connections go silent; new ones work. */
    loseAll: () => {
      for (const pair of pairs) Object.assign(pair, { request: 'lose', reply: 'lose' })
    },
    /** Queries on existing connections arrive, and their results are lost. */
    loseReplies: () => {
      for (const pair of pairs) pair.reply = 'lose'
    },
    /** New connections are accepted and never answered. */
    setDeaf: (deaf: boolean) => {
      is_deaf = deaf
    },
    async close() {
      for (const { ours, theirs } of pairs) {
        ours.destroy()
        theirs.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}

export type Relay = Awaited<ReturnType<typeof openRelay>>

/** The test server, with the product connecting through the relay. */
export function relayed(server: TestServer, relay: Pick<Relay, 'through'>): TestServer {
  const reader = server.reader && { ...server.reader, url: relay.through(server.reader.url) }
  return { ...server, appUrl: relay.through(server.appUrl), reader }
}

function addressOf(url: string): NetConnectOpts {
  const { host, port } = new pg.Client({ connectionString: url })
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
