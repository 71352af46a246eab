import { isIP } from 'node:net'

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/**
 * One spelling for every address, so that limits, rules and logs name the same caller: without brackets, port and zone,
 * and IPv4-mapped IPv6 as IPv4. A text that is no address is unchanged; a closed connection has none.
 */
export function plainAddress(given: string | undefined): string {
  const text = (given ?? '').trim()
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? []
  const [, before_port] = /^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const [address = ''] = (bracketed ?? before_port ?? text).split('%')
  const version = isIP(address)
  if (version !== 6) return version === 4 ? address : text
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = MAPPED.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  const bytes = [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255])
  return bytes.join('.')
}
