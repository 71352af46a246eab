import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const GRACE_MS = 10_000

/**
 * Ends connections in order when the server stops: at once those on which nothing is asked (a browser keeps some open that
 * never asked anything), the others after their answer, and all of them after ten seconds.
 */
export function trackConnections(server: Server): { drain(): () => void } {
  const asking = new Map<Socket, number>()
  let is_draining = false
  server.on('connection', (socket: Socket) => {
    asking.set(socket, 0)
    socket.once('close', () => asking.delete(socket))
    if (is_draining) socket.destroySoon()
  })
  server.on('request', (request, response) => {
    const { socket } = request
    asking.set(socket, (asking.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (asking.get(socket) ?? 1) - 1
      if (asking.has(socket)) asking.set(socket, left)
      if (is_draining && left === 0) socket.destroySoon()
    })
  })
  return {
    drain() {
      is_draining = true
      for (const [socket, count] of asking) if (count === 0) socket.destroySoon()
      const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      return () => clearTimeout(timer)
    },
  }
}
