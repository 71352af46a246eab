import { closeSync, openSync, readSync } from 'node:fs'

/** The kernel lists listening sockets first, so the rest of a long list is not read. */
const HEAD_BYTES = 32_768
const LISTENING = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:0000 0A [0-9A-F]{8}:([0-9A-F]{8}) /gm
const head = Buffer.alloc(HEAD_BYTES)

/** Connections to this port that callers have opened and no process has accepted; 0 where the system does not count them. */
export function waitingConnections(port: number): number {
  return waitingIn(readHead('/proc/self/net/tcp'), port) + waitingIn(readHead('/proc/self/net/tcp6'), port)
}

export function waitingIn(table: string, port: number): number {
  return [...table.matchAll(LISTENING)]
    .filter(([, at = '']) => Number.parseInt(at, 16) === port)
    .reduce((sum, [, , waiting = '']) => sum + Number.parseInt(waiting, 16), 0)
}

function readHead(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      return head.toString('latin1', 0, readSync(file, head, 0, HEAD_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
