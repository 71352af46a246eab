import type { CustomFetch } from 'openid-client'
import { refusal } from './oauth-failure.ts'

export interface Limits {
  timeout_ms: number
  max_bytes: number
}

/** Plain HTTP is allowed only on this machine, where tests run their providers: on a network anyone could read the token. */
export function mayBeInClear(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname)
}

/** Every request to a provider has a timeout and a size limit, follows no redirect, and uses plain HTTP only where configured. */
export function limitedFetch(configured: string[], { timeout_ms, max_bytes }: Limits): CustomFetch {
  const in_clear = configured.filter(mayBeInClear).map((url) => new URL(url).origin)
  return async (url, { method, headers, body }) => {
    const { protocol, origin } = new URL(url)
    if (protocol !== 'https:' && !in_clear.includes(origin)) throw refusal('not_https')
    const answer = await fetch(url, {
      method,
      headers,
      // Only forms are ever sent.
      body: body instanceof URLSearchParams ? body : null,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    })
    const bytes = await readUpTo(answer, max_bytes)
    // We use no other headers, and Facebook's WWW-Authenticate is not of the form the library parses.
    return new Response(bytes, {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    })
  }
}

async function readUpTo(answer: Response, max_bytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > max_bytes) throw refusal('answer_too_big')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
