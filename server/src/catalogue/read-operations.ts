import { HTTP_METHODS } from '@portico/contract/catalogue.ts'
import { PRIORITIES } from '@portico/contract/price.ts'
import type { Entry } from './entry.ts'
import { KINDS } from './entry.ts'
import { namePath, readableName } from './name-path.ts'
import { child, children, follow, isObject, type Library, own, type Place, rootOf } from './place.ts'
import { readRequest } from './read-request.ts'
import { type SectionNames, sectionsOf } from './read-sections.ts'

/** An entry as its document describes it, before it has a price. */
export type Operation = Omit<Entry, 'tariff' | 'check' | 'checkPathParams' | 'posted_by'> &
  SectionNames & { place: Place }

/** Every operation of every document, with all faults a document can have by itself. */
export function readOperations(library: Library): Operation[] {
  const operations: Operation[] = []
  for (const source of library.sources.values()) {
    const root = rootOf(source)
    if (!isObject(source.value) || !/^3\.\d+(\.\d+)?$/.test(String(source.value.openapi)))
      library.faults.add(source, ['openapi'], 'this is no OpenAPI 3 document: openapi must be 3.x')
    for (const [path, item] of children(child(root, 'paths')))
      if (!path.startsWith('x-')) operations.push(...readPath(library, root, path, item))
  }
  refuseTwins(library, operations)
  return operations
}

function readPath(library: Library, root: Place, path: string, written: Place): Operation[] {
  if (!/^(\/([\w.~@:$-]+|\{[\w.-]+\}))+\/?$/.test(path)) {
    library.faults.add(written.source, written.path, `the path ${path} must look like /v3/api/function/{id}`)
    return []
  }
  const item = follow(library, written)
  return HTTP_METHODS.filter((method) => own(item.value, method.toLowerCase()) !== undefined).map((http_method) => {
    const place = child(item, http_method.toLowerCase())
    const nearest = (key: string) =>
      [place, item, written, root].map((one) => child(one, key)).find((one) => one.value !== undefined)
    const named = namePath(path)
    const kind = readKind(library, nearest('x-portico-kind')) ?? named.kind ?? 'live'
    const function_id = textAt(library, nearest('x-portico-function')) ?? named.function_id
    const request = readRequest(library, place, item, kind)
    const own_path = (path.startsWith('/v3/') ? path : `/v3${path}`).replace(/\/$/, '')
    const has_priority = request.schema.properties?.priority?.enum?.includes(PRIORITIES.high) ?? false
    return {
      ...request,
      ...sectionsOf(library, root, named.api, nearest('x-portico-section')),
      id: `${http_method} ${own_path}`,
      api: named.api,
      function_id,
      kind,
      tier: named.tier,
      http_method,
      path: own_path,
      upstream_path: path,
      title: textAt(library, child(place, 'summary')) ?? readableName(function_id),
      summary: textAt(library, child(place, 'description')) ?? '',
      subscription: isCharged(kind) ? (textAt(library, nearest('x-portico-subscription')) ?? null) : null,
      priorities: kind === 'task_post' && has_priority ? [PRIORITIES.normal, PRIORITIES.high] : [PRIORITIES.normal],
      place: item === written ? place : written,
    }
  })
}

/** Only a call that starts work costs; nothing else is free unless its document says so. */
export function isCharged(kind: Entry['kind']): boolean {
  return kind === 'live' || kind === 'task_post'
}

function readKind({ faults }: Library, place: Place | undefined): Entry['kind'] | undefined {
  if (!place) return undefined
  const kind = KINDS.find((one) => one === place.value)
  if (!kind) faults.add(place.source, place.path, `x-portico-kind must be one of ${KINDS.join(', ')}`)
  return kind
}

function textAt({ faults }: Library, place: Place | undefined): string | undefined {
  if (place?.value === undefined) return undefined
  if (typeof place.value === 'string') return place.value.trim()
  faults.add(place.source, place.path, `${place.path.at(-1)} must be a text`)
  return undefined
}

/** Two paths that differ only in the names of their templates are one path to who calls. */
function refuseTwins({ faults }: Library, operations: Operation[]): void {
  const known = new Map<string, Operation>()
  for (const operation of operations) {
    const shape = operation.id.replaceAll(/\{[^}]+\}/g, '{}')
    const twin = known.get(shape)
    const where = twin && `${twin.place.source.file}:${twin.place.source.line(twin.place.path)}`
    if (where) faults.add(operation.place.source, operation.place.path, `${operation.id} stands in ${where} already`)
    else known.set(shape, operation)
  }
}
