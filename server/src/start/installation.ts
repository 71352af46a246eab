import { CURRENCY_CODES } from '@portico/contract/currency.ts'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { openAddresses, openAsApp, openDatabase, READERS } from '#db/db.ts'
import { openDataDir } from '#db/embedded/data-dir.ts'
import { migrate } from '#db/migrate.ts'
import { POOL } from '#db/pool.ts'
import { prepareRoles } from '#db/roles.ts'
import { SCHEMA } from '#db/schema-folders.ts'
import type { Env } from '#env/env.ts'
import { openOperatorAccess, ownAddress } from '#operator/token.ts'

type Undo = (() => unknown)[]

/** What the primary opens once and sends to its workers. */
export const shared = z.object({
  addresses: z.object({
    app: z.string(),
    reader: z.optional(z.object({ url: z.string(), key: z.base64(), is_login: z.boolean() })),
  }),
  embedded: z.boolean(),
  operator: z.object({ url: z.string(), token: z.string(), currency: z.enum(CURRENCY_CODES) }),
  workers: z.int(),
})
export type Shared = z.infer<typeof shared>

/** The data folder and the migrated database, as its owner. */
async function openOwned(env: Env, log: Logger, undo: Undo) {
  const folder = openDataDir(env.data_dir, log)
  undo.push(() => folder.release())
  const { database_url: databaseUrl, database_owner_url: ownerUrl } = env
  const owned = await openDatabase({ databaseUrl, ownerUrl, dataDir: env.data_dir, log })
  undo.push(() => owned.close())
  await migrate(owned.pool, SCHEMA, log)
  return owned
}

/** The database of a server of one process. */
export async function openOwnDatabase(env: Env, log: Logger, undo: Undo) {
  return openAsApp(await openOwned(env, log, undo), log, env.database_read_urls)
}

export function openOperator(env: Env, undo: Undo) {
  const access = openOperatorAccess(env, ownAddress(env))
  undo.push(() => access.close())
  return access
}

export async function openForWorkers(env: Env, log: Logger, undo: Undo): Promise<Shared> {
  const { pool, url, logins, embedded } = await openOwned(env, log, undo)
  const { app, reader } = await prepareRoles(pool, { url, logins, log })
  const { url: address, token, currency } = openOperator(env, undo)
  return {
    addresses: { app, ...(reader && { reader: { ...reader, key: reader.key.toString('base64') } }) },
    embedded,
    operator: { url: address, token, currency },
    workers: env.workers,
  }
}

/** Workers share the connections one process would use. */
export function openSharedDatabase(
  { addresses: { app, reader }, embedded, workers }: Shared,
  { database_read_urls: read_urls }: Pick<Env, 'database_read_urls'>,
  log: Logger,
) {
  const share = (all: number) => Math.max(3, Math.ceil(all / workers))
  const address = reader && { ...reader, key: Buffer.from(reader.key, 'base64') }
  const size = { max: share(POOL), readers: share(READERS) }
  return openAddresses({ app, reader: address }, log, { embedded, ...size, read_urls })
}
