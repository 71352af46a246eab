import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { decodedUri } from '@portico/contract/uri.ts'
import type { Key } from '#files/yaml-file.ts'
import type { Faults, GatheredFaults } from './faults.ts'
import type { Source } from './read-yaml.ts'
import { referredName } from './referred-files.ts'

/** A value in a document with its path, so that every fault can report its line. */
export interface YamlNode {
  source: Source
  path: readonly Key[]
  value: unknown
}

export interface Library {
  sources: Map<string, Source>
  faults: Faults
  /** Shared schemas that are already read, with their number of parts when expanded. */
  schemas: Map<string, { schema: FieldSchema; parts: number; faults: GatheredFaults }>
}

const LONGEST_CHAIN = 20

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function rootOf(source: Source): YamlNode {
  return { source, path: [], value: source.value }
}

export function child({ source, path, value }: YamlNode, key: Key): YamlNode {
  return { source, path: [...path, key], value: own(value, key) }
}

/** The entries of a map as nodes; empty if it is no map. */
export function children(node: YamlNode): [string, YamlNode][] {
  if (!isObject(node.value)) return []
  return Object.keys(node.value).map((key) => [key, child(node, key)])
}

/** The items of a list as nodes; empty if it is no list. */
export function items(node: YamlNode): YamlNode[] {
  return Array.isArray(node.value) ? node.value.map((_, at) => child(node, at)) : []
}

export function own(value: unknown, key: Key): unknown {
  if (Array.isArray(value)) return value[Number(key)]
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Resolves `$ref`; an unresolvable one is a fault and gives an undefined value. */
export function follow(library: Library, from: YamlNode): YamlNode {
  let node = from
  for (let step = 0; step < LONGEST_CHAIN; step += 1) {
    if (own(node.value, '$ref') === undefined) return node
    node = followOnce(library, node)
  }
  library.faults.add(from.source, [...from.path, '$ref'], '$ref leads back to itself')
  return { ...from, value: undefined }
}

/** Resolves one step only, because keywords beside a `$ref` in a schema count too. */
export function followOnce({ sources, faults }: Library, node: YamlNode): YamlNode {
  const reference = own(node.value, '$ref')
  const target = typeof reference === 'string' ? lookUp(sources, node.source, reference) : undefined
  if (!target) faults.add(node.source, [...node.path, '$ref'], `$ref ${JSON.stringify(reference)} leads nowhere`)
  return target ?? { ...node, value: undefined }
}

/** Only files of the folder are reached, also in folders below it: a document cannot make the server open another file or address. */
function lookUp(sources: Library['sources'], from: Source, reference: string): YamlNode | undefined {
  const [name = '', pointer = ''] = reference.split('#', 2)
  const source = name === '' ? from : sources.get(referredName(from.name, name) ?? '')
  if (!source || !(pointer === '' || pointer.startsWith('/'))) return undefined
  const keys = pointer.split('/').slice(1).map(unescapeKey)
  let node = rootOf(source)
  for (const key of keys) node = child(node, key)
  return node.value === undefined ? undefined : node
}

function unescapeKey(key: string): string {
  return decodedUri(key).replaceAll('~1', '/').replaceAll('~0', '~')
}
