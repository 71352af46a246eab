import type { Call, Gate, PlainRequest } from '../gate.ts'

/** Passed back whatever the document says of them. */
const ALWAYS = [
  'content-type',
  'content-disposition',
  'content-language',
  'retry-after',
  'etag',
  'last-modified',
  'link',
]
/** These are ours to say, and about a connection that is not the customer's. */
const OURS =
  /^(x-cost|x-balance|x-ratelimit-.*|x-request-id|content-length|content-encoding|transfer-encoding|connection|cache-control|set-cookie2?|access-control-.*|strict-transport-security|content-security-policy|www-authenticate|server|vary|date)$/
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

/** The customer's own headers stay here, but for those the document knows; who asks and by which id is said by us. */
export function headersToSource({ ctx }: Gate, call: Call, { body }: PlainRequest): Record<string, string> {
  const { customer_header, request_header } = ctx.env.upstream
  const { headers } = call.sent
  const documented = (call.entry.plain?.headers ?? []).flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value]]
  })
  const trace = headers.traceparent
  return {
    accept: headers.accept ?? '*/*',
    ...Object.fromEntries(documented),
    ...(trace && TRACEPARENT.test(trace) && { traceparent: trace }),
    ...(customer_header && { [customer_header]: String(call.caller.login_id) }),
    ...(request_header && { [request_header]: call.id }),
    ...(body && { 'content-type': body.type }),
  }
}

/** What an answer says about itself, without the address of the source. */
export function answerHeaders({ ctx }: Gate, { entry }: Call, headers: Record<string, string>): Record<string, string> {
  const host = ctx.env.upstream.url?.host ?? ''
  const wanted = [...ALWAYS, ...(entry.plain?.answer_headers ?? [])].filter((name) => !OURS.test(name))
  const location = headers.location
  return Object.fromEntries([
    ...[...new Set(wanted)].flatMap((name) => {
      const value = headers[name]
      return value === undefined || (host !== '' && value.includes(host)) ? [] : [[name, value]]
    }),
    ...(location?.startsWith('/') && !location.startsWith('//') ? [['location', location]] : []),
  ])
}
