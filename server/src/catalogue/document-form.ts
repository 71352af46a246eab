import { namePath } from './name-path.ts'
import type { Source } from './read-yaml.ts'
import { child, isObject, type Library, rootOf } from './yaml-node.ts'

/** Files beside the documents may hold shared parts. */
export const SIDE_FILE = 'a part of another document'

/** Why a file is not read as a document; undefined if it is one. */
export function noDocument(value: unknown): string | undefined {
  if (isObject(value) && value.swagger !== undefined)
    return 'this is Swagger 2: convert it to OpenAPI 3 first, with an editor or a converter of your choice'
  if (isObject(value) && value.openapi === undefined && value.paths === undefined) return SIDE_FILE
  if (!isObject(value) || !/^3\.\d+(\.\d+)?$/.test(String(value.openapi)))
    return 'this is no OpenAPI 3 document: openapi must be 3.x'
  return undefined
}

/** The sources without the parts of others, whose paths are not sold. */
export function documentsOf(sources: Iterable<Source>): Source[] {
  return [...sources].filter(({ is_part }) => !is_part)
}

/** Names of the APIs that have a path to post tasks. */
export function apisWithTasks({ sources }: Library): Set<string> {
  const paths = documentsOf(sources.values()).flatMap((source) =>
    Object.keys(child(rootOf(source), 'paths').value ?? {}),
  )
  const named = paths.map(namePath).filter(({ words }) => words.includes('task_post'))
  return new Set(named.map(({ api }) => api))
}
