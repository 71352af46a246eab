const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** An external address that may be followed: https, or http on this machine. */
export function externalUrl(candidate: string): string | undefined {
  if (!URL.canParse(candidate)) return undefined
  const { protocol, hostname, username, password, href } = new URL(candidate)
  if (username || password) return undefined
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)) ? href : undefined
}
