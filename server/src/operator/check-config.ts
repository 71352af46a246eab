import { readBillingSettings } from '#billing/room.ts'
import { openCatalogue, requireKnown } from '#catalogue/room.ts'
import { readDatabases } from '#databases/room.ts'
import { openWebBuild } from '#http/web-build.ts'
import { readNotices } from '#notices/room.ts'
import { readScripts } from '#scripts/room.ts'
import { readProducts } from '#subscriptions/room.ts'
import { readUpdates } from '#updates/room.ts'
import { readBrand } from '#whitelabel/room.ts'
import { environmentNames, readEnv } from '../env.ts'
import { misspeltSettings } from '../env-misspelt.ts'
import type { Result } from './command.ts'

/** Reads all a start reads before it opens the database, and stops where a start would. */
export async function checkConfig(): Promise<Result> {
  const env = readEnv()
  const misspelt = misspeltSettings(environmentNames())
  const brand = readBrand(env.provider_dir)
  const catalogue = openCatalogue(env.provider_dir, brand.product)
  if (env.upstream.url) requireKnown(catalogue.unknown)
  readNotices(env.provider_dir)
  readUpdates(env.provider_dir)
  readProducts(env.provider_dir, catalogue)
  readDatabases(env.provider_dir)
  readScripts(env)
  readBillingSettings(env.provider_dir)
  await openWebBuild(env.web_dist)
  if (misspelt.length > 0) process.exitCode = 1
  const lines = misspelt.map(({ name, meant }) => `${name} is no setting; is ${meant} meant?`)
  const summary = `${brand.title} at ${env.public_url.origin}, ${env.database_url ? 'given' : 'embedded'} database, sold files in ${env.files ? env.files.url.host + env.files.url.pathname : 'DATA_DIR'}, ${catalogue.entries.length} paths, prices ${catalogue.prices.version}`
  const head = misspelt.length > 0 ? 'some settings look misspelt' : 'in order'
  return { data: { misspelt, summary }, text: [`${head}: ${summary}`, ...lines].join('\n') }
}
