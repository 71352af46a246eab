import { decodedUri } from '@portico/contract/uri.ts'
/** The only reader and writer of document.cookie. */
export function readCookie(name: string): string | undefined {
  return readCookies().get(name)
}

let known: ReadonlyMap<string, string> | undefined

/**
 * The browser fetches them from another process, slowly: all reads in one task, as by the parts of a screen, share one.
 */
export function readCookies(): ReadonlyMap<string, string> {
  if (known) return known
  queueMicrotask(() => {
    known = undefined
  })
  known = parseCookies(document.cookie)
  return known
}

/** If two have the same name the first counts: it belongs to the closer path. */
export function parseCookies(text: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const part of text.split(';')) {
    const [name = '', ...value] = part.trim().split('=')
    if (name && !cookies.has(name)) cookies.set(name, decodedUri(value.join('=')))
  }
  return cookies
}

export function writeCookie(name: string, value: string, max_age_s: number): void {
  known = undefined
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${max_age_s}; SameSite=Lax${secure}`
}
