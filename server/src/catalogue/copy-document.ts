import { copyOperation, type Documented, tagTexts } from './copy-operation.ts'
import { copySchemas, type SchemaCopies } from './copy-schema.ts'
import type { Entry } from './entry.ts'
import { gatherFaults } from './faults.ts'
import { type Library, rootOf } from './yaml-node.ts'

export interface CopiedOperation {
  entry: Entry
  /** The path as a key of `paths`: operations that parameters distinguish have a fragment. */
  key: string
  value: Record<string, unknown>
}

/** What is sold, in the form of OpenAPI 3.1. */
export interface CopiedDocument {
  operations: CopiedOperation[]
  schemas: SchemaCopies['named']
  /** Descriptions of tags, by name. */
  tags: ReadonlyMap<string, string>
}

export function copyDocument(
  loaded: Library,
  sold: readonly { entry: Entry; documented: Documented }[],
): CopiedDocument {
  const library = { ...loaded, faults: gatherFaults() }
  const schemas = copySchemas(library)
  const keys = new Map<string, string>()
  const ids = new Map<string, number>()
  const operations = sold.map(({ entry, documented }) => {
    const value = copyOperation(library, schemas, documented, entry)
    if (typeof value.operationId === 'string') value.operationId = unique(ids, value.operationId)
    const key = entry.id.slice(entry.http_method.length + 1)
    // Two paths that differ only in the names of templates are one path, so the names of the first count.
    const shape = key.replaceAll(/\{[^{}]+\}/g, '{}')
    const first = keys.get(shape) ?? key
    keys.set(shape, first)
    return { entry, key: first, value: first === key ? value : renamed(value, key, first) }
  })
  const tags = tagTexts([...library.sources.values()].map(rootOf))
  return { operations, schemas: schemas.named, tags }
}

function unique(known: Map<string, number>, id: string): string {
  const count = (known.get(id) ?? 0) + 1
  known.set(id, count)
  return count === 1 ? id : `${id}_${count}`
}

function renamed(value: Record<string, unknown>, from: string, to: string): Record<string, unknown> {
  const names = (path: string) => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const new_names = new Map(names(from).map((name, at) => [name, names(to)[at]]))
  const parameters = [value.parameters].flat().map((one) => {
    const parameter = one as Record<string, unknown>
    return parameter.in === 'path' ? { ...parameter, name: new_names.get(String(parameter.name)) } : parameter
  })
  return { ...value, parameters }
}
