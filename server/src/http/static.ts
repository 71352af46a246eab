import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { hashedFiles } from './hashed-files.ts'
import type { WebBuild } from './web-build.ts'

/** Search engines may index pages; the endpoints of programs have nothing for them. */
const ROBOTS = ['User-agent: *', 'Disallow: /api/', 'Disallow: /v3/', 'Disallow: /sandbox/', ''].join('\n')
const FOR_EVER = { 'cache-control': `public, max-age=${365 * 24 * 60 * 60}, immutable` }

/** Built files under /assets: hashed names and hashed translations are cached for ever, the rest is revalidated. */
export async function staticFiles(app: FastifyInstance, build: WebBuild): Promise<void> {
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(ROBOTS),
  )
  for (const [language, { json, own_json }] of build.own_messages)
    for (const [path, body] of [
      [`${language}.json`, json],
      [`operator/own.${language}.json`, own_json],
    ] as const)
      app.get(`/assets/i18n/${path}`, (_request, reply) =>
        reply.headers(FOR_EVER).type('application/json; charset=utf-8').send(body),
      )
  const root = join(build.root, 'assets')
  hashedFiles(app, root, FOR_EVER)
  await app.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    list: false,
    dotfiles: 'ignore',
    // Our build leaves no source maps there; those of another build are not public either.
    allowedPath: (path) => !/\.map(\.|$)/.test(path),
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply, file) => {
      reply.headers(file.includes('/i18n/') ? FOR_EVER : { 'cache-control': 'no-cache' })
    },
  })
}
