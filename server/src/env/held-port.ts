import { startProblem } from '#db/start-problem.ts'

/** The first file descriptor that a service manager passes, by the protocol of sd_listen_fds. */
const FIRST_FD = 3

/**
 * The port that systemd has opened (portico.socket), as a file descriptor. It is meant for the process it names; a worker's port is
 * that of its parent.
 */
export function readHeldPort(
  { LISTEN_FDS, LISTEN_PID }: { [name: string]: string | undefined },
  pids = [process.pid, process.ppid],
): number | undefined {
  if (!LISTEN_FDS || !pids.includes(Number(LISTEN_PID))) return undefined
  if (LISTEN_FDS !== '1')
    throw startProblem(`LISTEN_FDS is ${LISTEN_FDS}: Portico takes one port, so give portico.socket one ListenStream.`)
  return FIRST_FD
}
