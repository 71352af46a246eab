import { readBillingSettings } from '#billing/index.ts'
import { leftOutText, openCatalogue, readMenu, sellingOf } from '#catalogue/index.ts'
import { readDatabases } from '#databases/index.ts'
import { errorText } from '#db/error-code.ts'
import { checkGiven } from '#db/given.ts'
import { checkRoles } from '#db/role-states.ts'
import { type Env, environmentNames, readEnv } from '#env/env.ts'
import { misspeltSettings } from '#env/misspelt.ts'
import { renamedSettings } from '#env/renamed.ts'
import { readTexts } from '#http/provider-texts.ts'
import { openWebBuild } from '#http/web-build.ts'
import { readNotices } from '#notices/index.ts'
import { readPaymentSettings } from '#payments/index.ts'
import { readScripts } from '#scripts/index.ts'
import { readProducts } from '#subscriptions/index.ts'
import { readUpdates } from '#updates/index.ts'
import { MENU_IDS } from '#users/index.ts'
import { readBrand } from '#whitelabel/index.ts'
import type { Result } from './command.ts'
import { readSourceCosts } from './source-costs.ts'

/**
 * Reads all a start reads before it opens the database, and stops where a start would. A given database is only
 * inspected.
 */
export async function checkConfig(): Promise<Result> {
  const env = readEnv()
  const misspelt = misspeltSettings(environmentNames())
  const renamed = renamedSettings(environmentNames())
  const { brand, catalogue, texts } = readProviderFolder(env)
  await openWebBuild(env.web_dist, texts)
  if (misspelt.length > 0) process.exitCode = 1
  const rights = await checkGivenDatabase(env)
  const unsold = catalogue.left_out.map(leftOutText)
  if (catalogue.left_out.some(({ why }) => why === 'fault')) process.exitCode = 1
  const lines = [
    ...misspelt.map(({ name, meant }) => `${name} is not a setting; is ${meant} meant?`),
    ...renamed,
    ...rights,
    ...unsold,
  ]
  const summary = `${brand.title} at ${env.public_url.origin}, ${env.database_url ? 'given' : 'embedded'} database, sold files in ${env.files ? env.files.url.host + env.files.url.pathname : 'DATA_DIR'}, ${catalogue.entries.length} paths, prices ${catalogue.prices.version}`
  const head =
    misspelt.length > 0
      ? 'some settings look misspelt'
      : unsold.length > 0
        ? 'parts of the documents are not sold'
        : 'in order'
  return {
    data: { misspelt, renamed, database: rights, not_sold: unsold, summary },
    text: [`${head}: ${summary}`, ...lines].join('\n'),
  }
}

/**
 * What the operator can do for the database; a start waits for one that does not answer, so that this is no reason to
 * stop.
 */
export async function checkGivenDatabase({
  database_url: url,
  database_owner_url: ownerUrl,
}: Pick<Env, 'database_url' | 'database_owner_url'>): Promise<string[]> {
  if (!url) return []
  try {
    await checkGiven(url)
    if (ownerUrl) await checkGiven(ownerUrl, 'DATABASE_OWNER_URL')
    return await checkRoles({ url, ownerUrl })
  } catch (error) {
    return [errorText(error)]
  }
}

/** Every file of PROVIDER_DIR a start reads, that of payments too, which it reads last. */
export function readProviderFolder(
  env: Pick<Env, 'provider_dir' | 'production' | 'public_url' | 'upstream' | 'api_url' | 'api_prefix'>,
) {
  const { provider_dir } = env
  const brand = readBrand(provider_dir)
  const texts = readTexts(provider_dir)
  readNotices(provider_dir)
  readUpdates(provider_dir)
  readDatabases(provider_dir)
  readScripts(env)
  readBillingSettings(provider_dir)
  readPaymentSettings(provider_dir)
  readSourceCosts(provider_dir)
  const catalogue = openCatalogue(provider_dir, brand.product, undefined, sellingOf(env))
  readProducts(provider_dir, catalogue)
  readMenu(provider_dir, catalogue, brand.product, MENU_IDS)
  return { brand, catalogue, texts }
}
