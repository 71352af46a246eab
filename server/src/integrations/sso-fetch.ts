import type { CustomFetch } from 'openid-client'
import { Agent } from 'undici'
import { refusal } from './oauth-failure.ts'
import { guardedLookup, resolveAll, webhookTarget } from './webhook-call.ts'

const CONNECT_MS = 4_000
const ANSWER_MS = 6_000
const MAX_BYTES = 256 * 1024

/** The address of a sign-in service that a customer entered: https, and not in this network. */
export function ssoTarget(url: string, allow_private: boolean): URL | undefined {
  const target = webhookTarget(url, allow_private)
  return target && (allow_private || target.protocol === 'https:') ? target : undefined
}

/**
 * Every request to a sign-in service. The resolved address is checked when the connection is made; redirects are not followed, and
 * answers have a size limit.
 */
export function openSsoFetch(allow_private: boolean, resolve = resolveAll, answer_ms = ANSWER_MS): CustomFetch {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS, lookup: guardedLookup(allow_private, resolve) },
    headersTimeout: answer_ms,
    bodyTimeout: answer_ms,
    connections: 4,
    allowH2: false,
    // No connection stays open, so that stopping need not wait for one.
    pipelining: 0,
  })
  return async (url, { method, headers, body }) => {
    const target = ssoTarget(url, allow_private)
    if (!target) throw refusal('forbidden_address')
    const answer = await agent.request({
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      // Only forms are ever sent.
      body: body instanceof URLSearchParams ? body.toString() : null,
      signal: AbortSignal.timeout(answer_ms),
    })
    const type = answer.headers['content-type']
    return new Response(await readUpTo(answer.body), {
      status: answer.statusCode,
      headers: { 'content-type': typeof type === 'string' ? type : '' },
    })
  }
}

async function readUpTo(body: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw refusal('answer_too_big')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
