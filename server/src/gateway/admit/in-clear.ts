import type { FastifyRequest } from 'fastify'
import { sameText } from '#crypto/keys.ts'
import { isPassedOn } from '#http/proxy-headers.ts'

/**
 * True when credentials came unencrypted although our address is https. A trusted proxy reports how it was called, and every hop it
 * reports must be https. A request from this machine that was not forwarded never left it.
 */
export function isInClear(public_url: URL, inside: string, request: FastifyRequest): boolean {
  if (public_url.protocol !== 'https:') return false
  if (isFromInside(inside, request)) return false
  if (request.protocol === 'https') {
    const hops = one(request.headers['x-forwarded-proto'])?.split(',') ?? []
    return !hops.every((hop) => hop.trim().toLowerCase() === 'https')
  }
  return isPassedOn(request) || !/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.socket.remoteAddress ?? '')
}

/** True for a request this process sent to itself: only it knows the secret. */
export function isFromInside(inside: string, request: FastifyRequest): boolean {
  return sameText(one(request.headers['x-portico-inside']) ?? '', inside)
}

export function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
