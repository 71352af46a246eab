import { isPlainExample, type SchemaCopies } from './copy-schema.ts'
import type { Entry } from './entry.ts'
import { NEVER_SENT } from './read-plain.ts'
import { child, children, follow, isObject, items, type Library, own, type YamlNode } from './yaml-node.ts'

type Copy = Record<string, unknown>

/** An operation in the document that describes it. */
export interface Documented {
  item: YamlNode
  operation: YamlNode
}

const STYLES: Record<string, readonly string[]> = {
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  path: ['simple', 'label', 'matrix'],
  header: ['simple'],
}
/** OpenAPI describes these elsewhere. */
const NO_PARAMETER = /^(accept|content-type|authorization)$/i

/** Texts and flags of an object that are of the right type. */
function plainParts(node: YamlNode, texts: string[], flags: string[] = []): Copy {
  const parts = [
    ...texts.filter((key) => typeof own(node.value, key) === 'string'),
    ...flags.filter((key) => typeof own(node.value, key) === 'boolean'),
  ]
  return Object.fromEntries(parts.map((key) => [key, own(node.value, key)]))
}

/** Copies an operation without servers, security, extensions and what refers to other operations. */
export function copyOperation(
  library: Library,
  schemas: SchemaCopies,
  { item, operation }: Documented,
  entry: Pick<Entry, 'path' | 'title' | 'api'>,
): Copy {
  const tags = items(child(operation, 'tags')).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const body = follow(library, child(operation, 'requestBody'))
  const content = contentOf(library, schemas, body)
  return {
    tags: tags.length > 0 ? [...new Set(tags)] : [entry.api],
    summary: entry.title,
    ...plainParts(operation, ['description', 'operationId'], ['deprecated']),
    parameters: parametersOf(library, schemas, [item, operation], entry.path),
    ...(Object.keys(content).length > 0 && {
      requestBody: { ...plainParts(body, ['description'], ['required']), content },
    }),
    responses: responsesOf(library, schemas, operation),
  }
}

function parametersOf(library: Library, schemas: SchemaCopies, parents: YamlNode[], path: string): Copy[] {
  const templates = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const known = new Map<string, Copy>()
  for (const written of parents.flatMap((parent) => items(child(parent, 'parameters')))) {
    const node = follow(library, written)
    const [name, location] = [own(node.value, 'name'), own(node.value, 'in')]
    if (typeof name !== 'string' || typeof location !== 'string' || !STYLES[location]) continue
    if (location === 'path' && !templates.includes(name)) continue
    if (location === 'header' && (NO_PARAMETER.test(name) || NEVER_SENT.test(name.toLowerCase()))) continue
    known.set(`${location} ${name.toLowerCase()}`, parameterOf(library, schemas, node, name, location))
  }
  for (const name of templates)
    if (!known.has(`path ${name.toLowerCase()}`))
      known.set(`path ${name.toLowerCase()}`, { name, in: 'path', required: true, schema: { type: 'string' } })
  return [...known.values()]
}

function parameterOf(library: Library, schemas: SchemaCopies, node: YamlNode, name: string, location: string): Copy {
  const content = Object.entries(contentOf(library, schemas, node)).slice(0, 1)
  const style = own(node.value, 'style')
  const example = own(node.value, 'example')
  return {
    name,
    in: location,
    ...plainParts(node, ['description'], ['required', 'deprecated']),
    ...(location === 'path' && { required: true }),
    ...(content.length > 0
      ? { content: Object.fromEntries(content) }
      : {
          ...plainParts(node, [], location === 'query' ? ['explode', 'allowReserved'] : ['explode']),
          ...(STYLES[location]?.includes(String(style)) && { style }),
          schema: schemas.copy(child(node, 'schema')),
          ...(isPlainExample(example) && { example }),
        }),
  }
}

function contentOf(library: Library, schemas: SchemaCopies, holder: YamlNode): Record<string, Copy> {
  const media = children(child(holder, 'content')).map(([type, node]): [string, Copy] => {
    const schema = child(node, 'schema')
    const named = children(child(node, 'examples')).map(([, one]) => own(follow(library, one).value, 'value'))
    const example = own(node.value, 'example') ?? named[0]
    return [
      type,
      {
        ...(schema.value !== undefined && { schema: schemas.copy(schema) }),
        ...(isPlainExample(example) && { example }),
      },
    ]
  })
  return Object.fromEntries(media)
}

function responsesOf(library: Library, schemas: SchemaCopies, operation: YamlNode): Record<string, Copy> {
  const answers = children(child(operation, 'responses')).flatMap(([code, written]): [string, Copy][] => {
    if (!/^([1-5](\d\d|XX)|default)$/i.test(code)) return []
    const answer = follow(library, written)
    const headers = children(child(answer, 'headers')).map(([name, one]): [string, Copy] => {
      const header = follow(library, one)
      return [name, { ...plainParts(header, ['description']), schema: schemas.copy(child(header, 'schema')) }]
    })
    const content = contentOf(library, schemas, answer)
    const { description = '' } = plainParts(answer, ['description'])
    return [
      [
        code.toUpperCase().replace('DEFAULT', 'default'),
        {
          description,
          ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
          ...(Object.keys(content).length > 0 && { content }),
        },
      ],
    ]
  })
  return Object.fromEntries(answers)
}

/** Tags that documents describe, by name. */
export function tagTexts(roots: YamlNode[]): Map<string, string> {
  const described = roots.flatMap((root) => items(child(root, 'tags'))).filter(({ value }) => isObject(value))
  return new Map(
    described.flatMap(({ value }) => {
      const [name, text] = [own(value, 'name'), own(value, 'description')]
      return typeof name === 'string' && typeof text === 'string' ? [[name, text]] : []
    }),
  )
}
