import { CODE } from '@portico/contract/codes.ts'
import type { FastifyInstance } from 'fastify'

/** A separate API host serves the data API only: a mistyped path gets a JSON 404, never the dashboard's page. */
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
              code: CODE.notFound,
              request_id: request.id,
            }),
          ),
        ),
  })
}
