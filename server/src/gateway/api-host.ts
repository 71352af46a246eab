import type { FastifyInstance } from 'fastify'

/** On a host of its own the data API is all there is: no page answers a program that has mistyped an address. */
export function apiHost(app: FastifyInstance, host: string): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    constraints: { host },
    handler: (request, reply) =>
      reply
        .code(404)
        .header('content-type', 'application/problem+json')
        .send(
          Buffer.from(
            JSON.stringify({
              type: 'about:blank',
              title: 'Not Found',
              status: 404,
              detail: 'There is no such path in this API.',
              code: 40400,
              request_id: request.id,
            }),
          ),
        ),
  })
}
