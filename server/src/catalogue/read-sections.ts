import { HTTP_METHODS } from '@portico/contract/catalogue.ts'
import { plainText } from '@portico/contract/markdown.ts'
import { namePath, readableName } from './name-path.ts'
import { child, isObject, items, type Library, own, type YamlNode } from './yaml-node.ts'

const LONGEST_TITLE = 60

/** The sections of an operation in Usage and Playground; the first of `usage` is its main one. */
export interface SectionNames {
  usage: string[]
  playground: string | null
  section_title: string
}

/** Reads `x-portico-section: {usage, playground}`; without it both are the API's name, the first segment of the path. */
export function sectionsOf(
  library: Library,
  root: YamlNode,
  { api, tag }: { api: string; tag: unknown },
  written: YamlNode | undefined,
): SectionNames {
  const own_name = api.replaceAll('_', '-')
  const title = own(child(root, 'info').value, 'title')
  // A title shared by several APIs does not describe any of them.
  const named = countApis(root) > 1 ? tagName(root, tag) : title
  const section_title = typeof named === 'string' ? named : readableName(own_name)
  if (!written) return { usage: [own_name], playground: own_name, section_title }
  const { usage = own_name, playground = own_name } = isObject(written.value) ? written.value : {}
  const names = usage === null ? [] : [usage].flat()
  const are_names = [...names, ...(playground === null ? [] : [playground])].every(isSectionName)
  if (!isObject(written.value) || !are_names)
    library.faults.add(
      written.source,
      written.path,
      'x-portico-section must look like { usage: on-page, playground: onpage }; usage may be a list, each may be null',
    )
  return { usage: names.map(String), playground: typeof playground === 'string' ? playground : null, section_title }
}

const apis = new WeakMap<object, number>()

/** The APIs of a document: the first tags of its operations, and first segments of paths without tags. */
function countApis(root: YamlNode): number {
  const paths = child(root, 'paths').value
  if (!isObject(paths)) return 0
  const known = apis.get(paths) ?? new Set(Object.entries(paths).flatMap(apisOfPath)).size
  apis.set(paths, known)
  return known
}

function apisOfPath([path, item]: [string, unknown]): unknown[] {
  const { api } = namePath(path)
  const tags = HTTP_METHODS.flatMap((method) => {
    const operation = own(item, method.toLowerCase())
    return operation === undefined ? [] : [own(own(operation, 'tags'), 0) ?? api]
  })
  return tags.length > 0 ? tags : [api]
}

const names_of_tags = new WeakMap<object, Map<unknown, unknown>>()

/** What a document calls its tags; the first of two with the same name counts. */
function shownNames(root: YamlNode): Map<unknown, unknown> {
  if (!isObject(root.value)) return new Map()
  const known = names_of_tags.get(root.value)
  if (known) return known
  const tags = items(child(root, 'tags')).toReversed()
  const names = new Map(tags.map(({ value }) => [own(value, 'name'), own(value, 'x-displayName')]))
  names_of_tags.set(root.value, names)
  return names
}

/** `KeywordsData` → `Keywords data`, unless the document has a name for the tag. */
function tagName(root: YamlNode, tag: unknown): string | undefined {
  if (typeof tag !== 'string' || tag === '') return undefined
  const shown = shownNames(root).get(tag)
  if (typeof shown === 'string' && shown.trim() !== '') return plainText(shown).slice(0, LONGEST_TITLE)
  return readableName(tag.replaceAll(/(?<=[a-z])[A-Z]/g, (char) => ` ${char.toLowerCase()}`)).slice(0, LONGEST_TITLE)
}

function isSectionName(name: unknown): boolean {
  return typeof name === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
}
