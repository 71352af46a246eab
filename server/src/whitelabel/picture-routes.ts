import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'

const YEAR_S = 365 * 24 * 60 * 60
/** Opened directly, a drawing is a document: it may show itself, and nothing else. */
const PICTURE_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/** Pictures of the provider's folder. Staff at a host of their own, and mails, show them too. */
export function pictureRoutes(app: FastifyInstance, ctx: Pick<Ctx, 'pictures'>): void {
  for (const { path, type, bytes } of ctx.pictures)
    app.get(path, { compress: false }, (_request, reply) =>
      reply
        .headers({
          'cache-control': `public, max-age=${YEAR_S}, immutable`,
          'content-security-policy': PICTURE_CSP,
          'cross-origin-resource-policy': 'cross-origin',
          'content-type': type,
        })
        .send(bytes),
    )
}
