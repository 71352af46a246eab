import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type OpenSpan, openRequestSpan, type Tracer } from '#db/trace.ts'

/** Health checks, scrapes and files are not worth a trace. */
const NOT_TRACED = /^\/(healthz|readyz|metrics|assets\/)/

/** A span for every request, named by the template of its route: never by the URL. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (NOT_TRACED.test(request.url)) return done()
    const span = openRequestSpan(tracer, request.headers.traceparent)
    spans.set(request, span)
    span.run(done)
  })
  // A body is read by events of the connection, which do not carry the request's context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'portico.request_id': request.id,
    }
    spans.get(request)?.end(`${request.method} ${route}`, attributes, reply.statusCode >= 500)
    done()
  })
}
