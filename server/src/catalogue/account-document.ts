import { join } from 'node:path'
import { documentsOf } from './document-form.ts'
import { readSource, type Source } from './read-yaml.ts'
import { child, rootOf } from './yaml-node.ts'

const FOLDER = join(import.meta.dirname, 'built-in')
/** A document of the provider's folder has an extension, so none has this name. */
const ACCOUNT_NAME = 'account'

/** The built-in account functions, except those that the provider's own documents describe. */
export function withAccount(sources: Source[], product: string): Source[] {
  const built_in = readSource(FOLDER, 'account.yaml', { product })
  const known = new Set(documentsOf(sources).flatMap(pathsOf))
  const paths = Object.entries(child(rootOf(built_in), 'paths').value ?? {}).filter(([path]) => !known.has(path))
  if (paths.length === 0) return sources
  const value = { ...Object(built_in.value), paths: Object.fromEntries(paths) }
  return [...sources, { ...built_in, name: ACCOUNT_NAME, value }]
}

function pathsOf(source: Source): string[] {
  return Object.keys(child(rootOf(source), 'paths').value ?? {})
}
