import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Flow, FlowParts } from '#ctx/ctx.ts'
import { cookieName, dropCookie, setCookie } from './cookies.ts'

type StoredFlow = { [K in keyof FlowParts]?: { at_ms: number; value: FlowParts[K] } }

const LIVES_MS = 15 * 60 * 1000

export function readFlow(ctx: Ctx, request: FastifyRequest): Flow {
  const stored = unseal(ctx, request.cookies[cookieName(ctx.env, 'flow')])
  const since = ctx.clock.now().getTime() - LIVES_MS
  const parts = Object.entries(stored).filter(([, part]) => part && part.at_ms > since)
  return Object.fromEntries(parts.map(([name, part]) => [name, part?.value]))
}

/** Adds parts, or removes them with undefined; the age of the rest is unchanged. */
export function changeFlow(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, change: Flow): void {
  const name = cookieName(ctx.env, 'flow')
  const at_ms = ctx.clock.now().getTime()
  const stored: Record<string, unknown> = { ...unseal(ctx, request.cookies[name]) }
  for (const [part, value] of Object.entries(change)) {
    if (value === undefined) delete stored[part]
    else stored[part] = { at_ms, value }
  }
  if (Object.keys(stored).length === 0) {
    delete request.cookies[name]
    dropCookie(reply, ctx.env, name)
    return
  }
  const sealed = seal(ctx, stored)
  // Later changes of the same request build on this one, not on what the browser sent.
  request.cookies[name] = sealed
  setCookie(reply, ctx.env, name, sealed, { http_only: true, max_age_s: LIVES_MS / 1000 })
}

function seal(ctx: Ctx, value: unknown): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', ctx.keys.key('flow'), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function unseal(ctx: Ctx, sealed: string | undefined): StoredFlow {
  if (!sealed || sealed.length > 8000) return {}
  try {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', ctx.keys.key('flow'), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
  } catch {
    return {}
  }
}
