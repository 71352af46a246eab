const LONGEST = 1000

/** Parses a Basic header; the password may hold colons, the login may not. */
export function readCredentials(header: string | undefined): { login: string; password: string } | undefined {
  if (!header || header.length > LONGEST) return undefined
  const [, encoded] = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? []
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || text.includes('\0')) return undefined
  return { login: text.slice(0, colon), password: text.slice(colon + 1) }
}
