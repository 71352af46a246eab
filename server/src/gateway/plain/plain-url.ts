const GATEWAY = /^\/+((?:sandbox\/+)+)?v3(?=[/?]|$)/
/** An address as the documentation writes it, which nearly every call has. */
const PLAIN = /^\/v3(?:\/[\w.~-]+)+$/
const LONGEST_PATH = 400
/** Replaces an unreadable path, which then gets the 404 of any unknown path. */
const NOWHERE = 'no-such-path'

/** Removes doubled slashes, which come from base addresses that end in one; URLs outside the gateway are unchanged. */
export function plainGatewayUrl(url: string): string {
  if (url.length <= LONGEST_PATH && PLAIN.test(url)) return url
  const match = GATEWAY.exec(url)
  if (!match) return url
  const start = match[1] ? '/sandbox/v3' : '/v3'
  const [path = '', ...query] = url.slice(match[0].length).split('?')
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
  const tail = query.length > 0 ? `?${query.join('?')}` : ''
  return `${start}${isReadable(plain) ? plain || '/' : `/${NOWHERE}`}${tail}`
}

export function isGatewayUrl(url: string): boolean {
  return GATEWAY.test(url)
}

function isReadable(path: string): boolean {
  if (path.length > LONGEST_PATH) return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
