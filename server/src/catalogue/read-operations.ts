import { HTTP_METHODS } from '@portico/contract/catalogue.ts'
import { PRIORITIES } from '@portico/contract/price.ts'
import { TASKS_PER_REQUEST_MAX } from '@portico/contract/rules.ts'
import type { SchemaPart } from './check-beyond.ts'
import type { Entry } from './entry.ts'
import { namePath, namePlainPath, readableName } from './name-path.ts'
import { child, children, follow, isObject, type Library, own, type Place, rootOf } from './place.ts'
import { plainBase, speaksPlain } from './protocol.ts'
import { readKind, taskIdIn } from './read-kind.ts'
import { readPlain } from './read-plain.ts'
import { readRequest } from './read-request.ts'
import { type SectionNames, sectionsOf } from './read-sections.ts'
import { answerListsOf, type FoundList, resultListOf } from './result-list.ts'

/** An entry as its document describes it, before it has a price. */
export type Operation = Omit<
  Entry,
  | 'tariff'
  | 'is_unpriced'
  | 'price_version'
  | 'result_list'
  | 'check'
  | 'checkBeyond'
  | 'checkPathParams'
  | 'posted_by'
  | 'fetched_by'
  | 'filters_of'
> &
  SectionNames & {
    parts: SchemaPart[]
    place: Place
    answers_with: FoundList
    answer_lists: string[] | null
    price: Place | undefined
  }

/** Every operation of every document, with all faults a document can have by itself. */
export function readOperations(library: Library): Operation[] {
  const operations: Operation[] = []
  const task_apis = apisWithTasks(library)
  for (const source of library.sources.values()) {
    const root = rootOf(source)
    if (!isObject(source.value) || !/^3\.\d+(\.\d+)?$/.test(String(source.value.openapi)))
      library.faults.add(source, ['openapi'], 'this is no OpenAPI 3 document: openapi must be 3.x')
    for (const [path, item] of children(child(root, 'paths')))
      if (!path.startsWith('x-')) operations.push(...readPath(library, root, path, item, task_apis))
  }
  refuseTwins(library, operations)
  nameApart(operations)
  return operations
}

function apisWithTasks({ sources }: Library): Set<string> {
  const paths = [...sources.values()].flatMap((source) => Object.keys(child(rootOf(source), 'paths').value ?? {}))
  const named = paths.map(namePath).filter(({ words }) => words.includes('task_post'))
  return new Set(named.map(({ api }) => api))
}

function readPath(
  library: Library,
  root: Place,
  path: string,
  written: Place,
  task_apis: ReadonlySet<string>,
): Operation[] {
  if (!/^(\/(?:[\w.~@:$,-]|\{[\w.-]+\}(?!\{))+)+\/?$/.test(path)) {
    library.faults.add(written.source, written.path, `the path ${path} must look like /v3/api/function/{id}`)
    return []
  }
  const item = follow(library, written)
  return HTTP_METHODS.filter((method) => own(item.value, method.toLowerCase()) !== undefined).map((http_method) => {
    const place = child(item, http_method.toLowerCase())
    const first = (key: string, ...places: Place[]) =>
      places.map((one) => child(one, key)).find((one) => one.value !== undefined)
    const nearest = (key: string) => first(key, place, item, written, root)
    const is_plain = speaksPlain(library, path, place, nearest('x-portico-protocol'))
    const tag = own(child(place, 'tags').value, 0)
    const named = is_plain ? namePlainPath(path, http_method, item.value, tag) : namePath(path)
    const read = is_plain
      ? readPlain(library, place, item, nearest)
      : { ...readRequest(library, place, item), plain: null }
    const { list, ...request } = read
    const fields = Object.keys(request.schema.properties ?? {})
    const shape = { ...named, fields, has_tasks: task_apis.has(named.api) }
    const words = {
      near: first('x-portico-kind', place, item, written),
      document: first('x-portico-kind', root),
    }
    const protocol = is_plain ? 'plain' : path.startsWith('/v3/') ? 'family' : 'envelope'
    const { kind, known_by, ...by_rule } = readKind(shape, words, protocol, library.faults)
    const function_id = textAt(library, nearest('x-portico-function')) ?? by_rule.function_id ?? named.function_id
    const base = is_plain ? plainBase(library, root) : path.startsWith('/v3/') ? '' : '/v3'
    const own_path = `${base}${path}`.replace(/\/$/, '')
    const has_priority = request.schema.properties?.priority?.enum?.includes(PRIORITIES.high) ?? false
    return {
      ...request,
      ...sectionsOf(library, root, { api: named.api, tag }, nearest('x-portico-section')),
      id: `${http_method} ${own_path}`,
      api: named.api,
      function_id,
      kind,
      known_by,
      task_id_in: taskIdIn(kind, shape),
      tier: named.tier,
      http_method,
      path: own_path,
      upstream_path: path,
      title: textAt(library, child(place, 'summary')) ?? readableName(function_id),
      summary: textAt(library, child(place, 'description')) ?? '',
      max_tasks: list ? mostTasks(kind, list.most) : 1,
      subscription: isCharged(kind) ? (textAt(library, nearest('x-portico-subscription')) ?? null) : null,
      priorities: kind === 'task_post' && has_priority ? [PRIORITIES.normal, PRIORITIES.high] : [PRIORITIES.normal],
      price: nearest('x-portico-price'),
      answers_with: resultListOf(library, place, protocol),
      answer_lists: answerListsOf(library, place, protocol),
      place: item === written ? place : written,
    }
  })
}

/** Only a call that starts work costs; nothing else is free unless its document says so. */
export function isCharged(kind: Entry['kind']): boolean {
  return kind === 'live' || kind === 'task_post'
}

function mostTasks(kind: Entry['kind'], written: number | undefined): number {
  const usual = kind === 'task_post' || kind === 'account' ? TASKS_PER_REQUEST_MAX : 1
  return Math.min(Math.max(written ?? usual, 1), TASKS_PER_REQUEST_MAX)
}

function textAt({ faults }: Library, place: Place | undefined): string | undefined {
  if (place?.value === undefined) return undefined
  if (typeof place.value === 'string') return place.value.trim()
  faults.add(place.source, place.path, `${place.path.at(-1)} must be a text`)
  return undefined
}

/** A title that several functions of a document share tells none of them apart; then its path does. */
function nameApart(operations: Operation[]): void {
  const of = ({ title, place }: Operation) => `${place.source.name} ${title}`
  const charged = operations.filter(({ kind }) => isCharged(kind))
  const functions = Map.groupBy(charged, of)
  for (const operation of charged)
    if (new Set(functions.get(of(operation))?.map((one) => one.function_id)).size > 1)
      operation.title = readableName(operation.function_id)
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
