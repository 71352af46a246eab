const GATEWAY = /^\/+((?:sandbox\/+)+)?v3(?=[/?]|$)/
const LONGEST_PATH = 400
/** Leads nowhere, and is answered like any other path that does. */
const NOWHERE = 'no-such-path'

/** Doubled slashes come from base addresses that end in one; other addresses stay as they are. */
export function plainGatewayUrl(url: string): string {
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
