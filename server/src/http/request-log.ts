import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** What a module adds to the log line of a request. Never an unfiltered URL. */
export interface Noted {
  login_id: number | undefined
  /** A path template. */
  endpoint: string | undefined
  code: number | undefined
}

const GIVEN = /^[\w.:-]{8,128}$/
const TRACE_PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const noted = new WeakMap<FastifyRequest, Noted>()

export function noteForLog(request: FastifyRequest, known: Noted): void {
  noted.set(request, known)
}

/** The request id of a proxy or a client, when it is safe for a log. */
export function givenId(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['x-request-id']
  return typeof given === 'string' && GIVEN.test(given) ? given : undefined
}

/** Id of the trace the request belongs to (W3C Trace Context). */
export function traceId({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined
}

/** The fields of a request's log line, by which support finds what a customer or a proxy quotes. */
export function lineOf(request: FastifyRequest) {
  const { id, headers } = request
  const given = givenId(headers)
  return {
    request_id: id,
    ...(given !== undefined && given !== id && { given_id: given }),
    ...(traceId(headers) && { trace_id: traceId(headers) }),
    ...noted.get(request),
  }
}
