import { join } from 'node:path'
import { operator } from '@portico/contract/operator.ts'
import { checkReport, draftOverlays, openCatalogue, reportText, sellingOf } from '#catalogue/index.ts'
import { readEnv } from '#env/env.ts'
import { callServer } from '#integrations/own-server.ts'
import { readBrand } from '#whitelabel/index.ts'
import type { Result } from './command.ts'
import type { OperatorAccess } from './token.ts'

export async function checkCatalogue(access: OperatorAccess | undefined): Promise<Result> {
  const env = readEnv()
  const { provider_dir } = env
  const loaded = access ? await callServer(access, operator.loadedCatalogue, {}).catch(() => undefined) : undefined
  // What would be sold with a source, also while there is none yet.
  const selling = { ...sellingOf(env), has_source: true }
  const catalogue = openCatalogue(provider_dir, readBrand(provider_dir).product, undefined, selling)
  const data = checkReport(catalogue, loaded?.paths ?? null)
  return { data, text: reportText(data) }
}

export function draftCatalogue(): Result {
  const { provider_dir } = readEnv()
  const data = draftOverlays(join(provider_dir, 'openapi'), readBrand(provider_dir).product)
  const texts = data.map(({ document, text }) => `# overlays/${document.replace(/\.\w+$/, '')}.yaml\n${text}`)
  return { data, text: texts.join('---\n') || 'No description says a bound in words.' }
}
