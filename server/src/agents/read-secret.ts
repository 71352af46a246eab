const LONGEST = 1000

/** Parses an Authorization header: `Bearer <secret>`, or `Basic` with the secret as the password of any name. */
export function readSecret(header: string | undefined): string | undefined {
  if (!header || header.length > LONGEST) return undefined
  const [, secret] = /^bearer +(\S+) *$/i.exec(header) ?? []
  if (secret) return secret
  const [, encoded] = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? []
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : text.slice(colon + 1)
}
