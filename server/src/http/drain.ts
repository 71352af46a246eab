import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitingConnections } from './accept-queue.ts'

const GRACE_MS = 10_000
/**
 * A load balancer that has not used a connection for this long, while new ones were refused, will not use it any more.
 */
const QUIET_MS = 1000
const LOOK_MS = 50
/** Closing the listener resets what waits to be accepted. Nothing came for this long: nothing is on its way. */
const SETTLED_MS = 50
/** Callers that open a connection for each request never leave such a pause. */
const SETTLED_WITHIN_MS = 3000
const SETTLED_LOOK_MS = 5
/** Endless streams are not waited for. */
const LEAVE_MS = 3000

interface Connection {
  asking: number
  idle_since_ms: number
  /** The answer in progress. */
  response: ServerResponse | undefined
  /** True where its answer announces, or announced, that the connection closes. */
  is_last: boolean
}

export interface Connections {
  /**
   * Retires from load balancers without breaking a request: for a while everything is answered (not ready by then).
   * Then what waits to be accepted is taken, the listener is closed, every answer is the last of its connection, and quiet
   * ones are closed.
   */
  retire(delay_ms: number, portClosed?: () => Promise<void>): Promise<void>
  /** Ends what is left: idle connections at once, others after the answer, and all of them after ten seconds. */
  drain(): () => void
}

export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, Connection>()
  let accepted = 0
  let is_retiring = false
  let is_draining = false
  server.on('connection', (socket: Socket) => {
    accepted += 1
    open.set(socket, { asking: 0, idle_since_ms: performance.now(), response: undefined, is_last: false })
    socket.once('close', () => open.delete(socket))
    if (is_draining) socket.destroySoon()
  })
  // Runs before the handler: later it would be too late to mark this answer as the last.
  server.prependListener('request', (request, response) => {
    const { socket } = request
    const connection = open.get(socket)
    if (!connection) return
    connection.asking += 1
    connection.response = response
    if (is_retiring || is_draining) makeLast(connection)
    response.once('close', () => {
      connection.asking -= 1
      connection.idle_since_ms = performance.now()
      if (is_draining && connection.asking === 0) socket.destroySoon()
    })
  })
  const idle = () => [...open].filter(([, { asking }]) => asking === 0)
  return {
    async retire(delay_ms, portClosed = async () => {}) {
      await sleep(delay_ms)
      await untilSettled(server, () => accepted)
      // Closes only the listener: Node's own way also closes idle connections, on which a request may be on its way.
      NetServer.prototype.close.call(server)
      // A caller whose connection ends opens the next one at once, which must find the port closed.
      await portClosed()
      is_retiring = true
      for (const connection of open.values()) makeLast(connection)
      const closed_ms = performance.now()
      while ([...open.values()].some(({ is_last }) => !is_last) && performance.now() - closed_ms < LEAVE_MS) {
        const quiet_ms = performance.now() - QUIET_MS
        if (closed_ms < quiet_ms)
          for (const [socket, { idle_since_ms }] of idle()) if (idle_since_ms < quiet_ms) socket.destroySoon()
        await sleep(LOOK_MS)
      }
    },
    drain() {
      is_draining = true
      for (const [socket] of idle()) socket.destroySoon()
      const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      return () => clearTimeout(timer)
    },
  }
}

/**
 * Returns with an empty accept queue. Node accepts one connection in each turn of its loop, so a busy process leaves many
 * waiting, whose requests a proxy has sent already and will not repeat.
 */
async function untilSettled(server: Server, accepted: () => number): Promise<void> {
  const address = server.address()
  if (typeof address !== 'object' || !address) return
  const began_ms = performance.now()
  let quiet_ms = began_ms
  let seen = accepted()
  for (;;) {
    await sleep(SETTLED_LOOK_MS)
    const is_empty = waitingConnections(address.port) === 0
    const now_ms = performance.now()
    if (!is_empty || accepted() !== seen) quiet_ms = now_ms
    if (is_empty && (now_ms - quiet_ms >= SETTLED_MS || now_ms - began_ms >= SETTLED_WITHIN_MS)) return
    if (now_ms - began_ms >= 2 * SETTLED_WITHIN_MS) return
    seen = accepted()
  }
}

function makeLast(connection: Connection): void {
  const { response, asking } = connection
  if (asking === 0 || !response || response.headersSent) return
  response.shouldKeepAlive = false
  connection.is_last = true
}
