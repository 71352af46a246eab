import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { isPassedOn } from '#http/proxy-headers.ts'
import { listOutboxFiles, readOutboxFile } from '#integrations/file-mailer.ts'
import { drawMail, drawOutbox } from './draw-outbox.ts'

/** No script at all; inline styles are the mails' own, shown in a frame that inherits this policy. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The mails in DATA_DIR/outbox, which can open any account: for this machine only. */
export function outboxRoutes(app: FastifyInstance, { env }: Pick<Ctx, 'env'>): void {
  app.get('/outbox', async (request, reply) => {
    if (!isFromThisMachine(request)) return reply.callNotFound()
    return answer(reply, drawOutbox(await listOutboxFiles(env.data_dir)))
  })
  app.get<{ Params: { name: string } }>('/outbox/:name', async (request, reply) => {
    const file = isFromThisMachine(request) ? await readOutboxFile(env.data_dir, request.params.name) : undefined
    return file ? answer(reply, drawMail(file)) : reply.callNotFound()
  })
}

function answer(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': CSP,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

/**
 * A proxy on this machine also connects from here, on behalf of anyone; a foreign name in Host is a page that rebinds
 * DNS.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  return !isPassedOn(request) && isLoopback(request.socket.remoteAddress ?? '') && isOwnName(request.headers.host ?? '')
}

function isOwnName(host: string): boolean {
  const url = URL.parse(`http://${host}`)
  const name = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return name === 'localhost' || isLoopback(name)
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}
