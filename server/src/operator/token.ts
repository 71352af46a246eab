import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Currency } from '@portico/contract/currency.ts'
import type { FastifyRequest } from 'fastify'
import { randomToken, sameText } from '#crypto/keys.ts'
import { isPassedOn } from '#http/proxy-headers.ts'

export interface OperatorAccess {
  url: string
  token: string
  /** The currency of its amounts. */
  currency: Currency
}

const fileIn = (data_dir: string) => join(data_dir, 'operator.json')

/** A fresh token at every start, readable only by users who may read the data folder. */
export function openOperatorAccess(
  { data_dir, currency }: { data_dir: string; currency: Currency },
  url: string,
): OperatorAccess & { close(): void } {
  const access = { url, token: randomToken(), currency }
  const path = fileIn(data_dir)
  rmSync(path, { force: true })
  writeFileSync(path, JSON.stringify(access), { mode: 0o600 })
  chmodSync(path, 0o600)
  return { ...access, close: () => rmSync(path, { force: true }) }
}

export function readOperatorAccess(data_dir: string): OperatorAccess | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(data_dir), 'utf8'))
  } catch {
    return undefined
  }
}

/** The address by which the command line reaches the server on the same machine. */
export function ownAddress({ host, port }: { host: string; port: number }): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1', localhost: '127.0.0.1' }
  const address = everywhere[host] ?? host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Only from the machine itself, only with the token, and never through a proxy. */
export function holdsToken(request: FastifyRequest, token: string): boolean {
  const peer = request.socket.remoteAddress ?? ''
  // A client that connects from the very address it connects to is on this machine, too.
  const is_own = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(peer) || peer === request.socket.localAddress
  const is_local = is_own && peer !== '' && !isPassedOn(request) && !request.headers.origin
  return is_local && sameText(request.headers.authorization ?? '', `Bearer ${token}`)
}
