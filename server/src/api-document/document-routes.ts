import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Catalogue, CopiedDocument } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { apiAddress } from '#http/api-address.ts'
import { COMPRESSION } from '#http/compression.ts'
import { openApiOf, type ServedAt } from './open-api.ts'
import { httpFileOf, postmanOf } from './requests.ts'
import { yamlText } from './yaml-text.ts'

interface File {
  text: string
  etag: string
}

interface Format {
  path: string
  type: string
  write(catalogue: Catalogue, copied: () => CopiedDocument, at: ServedAt): string
}

const sold = ({ entries }: Catalogue) => entries.filter(({ is_unpriced }) => !is_unpriced)

const FORMATS: Format[] = [
  {
    path: '/openapi.json',
    type: 'application/json; charset=utf-8',
    write: (_, copied, at) => JSON.stringify(openApiOf(copied(), at)),
  },
  {
    path: '/openapi.yaml',
    type: 'application/yaml; charset=utf-8',
    write: (_, copied, at) => yamlText(openApiOf(copied(), at)),
  },
  {
    path: '/postman.json',
    type: 'application/json; charset=utf-8',
    write: (catalogue, _, at) => JSON.stringify(postmanOf(sold(catalogue), at)),
  },
  {
    path: '/requests.http',
    type: 'text/plain; charset=utf-8',
    write: (catalogue, _, at) => httpFileOf(sold(catalogue), at),
  },
]
/** Hosts are few: the provider's, that of the API, and white-labels. */
const FILES_STORED = 40

/** The documents of what is sold, for programs of customers; each is made once for a brand and its prices. */
export function apiDocumentRoutes(app: FastifyInstance, ctx: Pick<Ctx, 'env' | 'sites'>, catalogue: Catalogue): void {
  const files = new Map<string, File>()
  let copy: { of: string; document: CopiedDocument } | undefined
  let entries = catalogue.entries

  function copied(of: string): CopiedDocument {
    if (copy?.of !== of) copy = { of, document: catalogue.document() }
    return copy.document
  }

  /** Other documents or prices are other entries. */
  function forgetOther(): void {
    if (entries === catalogue.entries) return
    entries = catalogue.entries
    files.clear()
    copy = undefined
  }

  function fileOf({ path, write }: Format, at: ServedAt): File {
    forgetOther()
    const key = JSON.stringify([path, at])
    const known = files.get(key)
    if (known) return known
    const text = write(catalogue, () => copied(at.version), at)
    const file = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
    for (const old of [...files.keys()].slice(0, Math.max(0, files.size - FILES_STORED + 1))) files.delete(old)
    files.set(key, file)
    return file
  }

  for (const format of FORMATS)
    app.get(format.path, { compress: COMPRESSION }, async (request, reply) => {
      const { wl_id, origin, brand } = await ctx.sites.of(request.host)
      const is_api_host = ctx.env.api_url?.host === request.host
      const address = is_api_host && ctx.env.api_url ? ctx.env.api_url : apiAddress({ env: ctx.env, wl_id, origin })
      const { title, terms_url, support_email } = brand
      const { version, valid_from } = catalogue.prices
      const { text, etag } = fileOf(format, {
        brand: { title, terms_url, support_email },
        origin: address.origin,
        version: `${version} (${valid_from})`,
      })
      reply.headers({ 'cache-control': 'no-cache', vary: 'Host', etag, 'access-control-allow-origin': '*' })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type(format.type).send(text)
    })
}
