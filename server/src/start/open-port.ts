import type { FastifyInstance } from 'fastify'
import { startProblem } from '#db/start-problem.ts'
import type { Env } from '#env/env.ts'

type Address = Pick<Env, 'port' | 'host' | 'listen_fd'>

/** Listens on HOST and PORT, or on the port that systemd opened before the start and holds open while the process restarts. */
export async function openPort(app: FastifyInstance, { port, host, listen_fd: fd }: Address): Promise<void> {
  // With a host by name Fastify would listen on its other addresses as well.
  const where = fd === undefined ? { port, host } : { port, host: '127.0.0.1', fd }
  await app.listen(where).catch((error: NodeJS.ErrnoException) => {
    if (fd !== undefined)
      throw startProblem(
        `LISTEN_FDS is set, but no listening port was passed (${error.code}). Start with systemctl start portico.socket.`,
      )
    if (error.code === 'EADDRINUSE')
      throw startProblem(`Port ${port} on ${host} is taken. Stop what runs there or set PORT.`)
    if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw startProblem(
        `Cannot listen on ${host}:${port} (${error.code}). Set HOST and PORT to an address of this machine.`,
      )
    throw error
  })
  const address = app.server.address()
  if (fd !== undefined && typeof address === 'object' && address?.port !== port)
    throw startProblem(
      `ListenStream of portico.socket is port ${address?.port}, and PORT is ${port}: set both to the same, as commands find the server by PORT.`,
    )
}
