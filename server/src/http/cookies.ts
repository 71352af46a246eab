// Its types of requests and replies, for programs that do not contain the app.
import type {} from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import type { Env } from '#env/env.ts'

/** On https every cookie of ours is host-bound and secure; plain http (a laptop) cannot have that prefix. */
export function cookieName(env: Env, name: 'sid' | 'pre' | 'act' | 'flow' | 'device' | 'signup' | 'factor'): string {
  return env.public_url.protocol === 'https:' ? `__Host-${name}` : name
}

export function setCookie(
  reply: FastifyReply,
  env: Env,
  name: string,
  value: string,
  options: { http_only: boolean; max_age_s?: number },
): void {
  reply.setCookie(name, value, {
    path: '/',
    sameSite: 'lax',
    secure: env.public_url.protocol === 'https:',
    httpOnly: options.http_only,
    ...(options.max_age_s !== undefined && { maxAge: options.max_age_s }),
  })
}

export function dropCookie(reply: FastifyReply, env: Env, name: string): void {
  setCookie(reply, env, name, '', { http_only: true, max_age_s: 0 })
}
