import { child, children, follow, isObject, items, type Library, own, type YamlNode } from './yaml-node.ts'

/**
 * The path to the list whose items are charged. `family`: the list `items` of each result, or the results themselves if they hold
 * none.
 */
export type ResultList = 'family' | readonly string[]

/** `family`: the envelope under `/v3`; `envelope`: the envelope elsewhere; `plain`: no envelope. */
export type Protocol = 'family' | 'envelope' | 'plain'

/** The list found in the response schema; a text is the reason why there is none. */
export type FoundList = ResultList | { reason: string }

const DEEPEST = 4
const STREAMS =
  /^(text\/event-stream|application\/(x-ndjson|ndjson|x-jsonlines|jsonlines|jsonl|x-jsonl|stream\+json|json-seq|json-stream)|multipart\/x-mixed-replace)\b/i

/** Finds the list in the first successful JSON answer that has a schema. */
export function resultListOf(library: Library, operation: YamlNode, protocol: Protocol): FoundList {
  const is_family = protocol === 'family'
  const schema = answerSchema(library, operation)
  // Each event or line of a stream is a result.
  if (!schema && isStreamOnly(library, operation)) return []
  if (!schema) return is_family ? 'family' : { reason: 'its document does not describe the answer' }
  const tasks = protocol === 'plain' ? undefined : fieldsOf(library, schema).get('tasks')
  if (tasks) return listOfResult(library, fieldsOf(library, itemsOf(library, tasks)).get('result'))
  if (isList(library, schema)) return []
  const lists = fieldsIn(library, schema, isList, DEEPEST)
  const outer = lists.filter((list) => list.length === 1)
  const [only] = lists.length === 1 ? lists : outer.length === 1 ? outer : []
  if (only) return only
  if (is_family && lists.length === 0) return 'family'
  return { reason: lists.length === 0 ? 'its answer holds no list' : `its answer holds ${lists.length} lists` }
}

/** What a price can name in an answer; null if the document leaves the fields open. */
export interface AnswerFields {
  /** Lists, for `answer` of results and pages. */
  answer_lists: string[] | null
  /** Numbers, for `answer` of further units. */
  answer_numbers: string[] | null
}

export function answerFieldsOf(library: Library, operation: YamlNode, protocol: Protocol): AnswerFields {
  const answer = answerSchema(library, operation)
  const tasks = answer && protocol !== 'plain' ? fieldsOf(library, answer).get('tasks') : undefined
  const result = tasks && fieldsOf(library, itemsOf(library, tasks)).get('result')
  const schema = tasks ? result && itemsOf(library, result) : answer
  const event = eventSchema(library, operation)
  // A price counts in each element of an answer that is a list, and in each event of a stream.
  const row = schema && isList(library, schema) ? itemsOf(library, schema) : schema
  const described = [row, event].filter((one) => one !== undefined)
  const is_open = described.length === 0 || [schema, event].some((one) => one && isOpen(library, one, DEEPEST))
  const pathsTo = (isWanted: IsWanted, from: YamlNode) =>
    fieldsIn(library, from, isWanted, DEEPEST).map((fields) => fields.join('.'))
  return {
    answer_lists: schema && !isOpen(library, schema, DEEPEST) ? pathsTo(isList, schema) : null,
    answer_numbers: is_open ? null : [...new Set(described.flatMap((one) => pathsTo(isNumber, one)))],
  }
}

/** The described object in each event of a stream; most documents describe its text only. */
function eventSchema(library: Library, operation: YamlNode): YamlNode | undefined {
  const answers = children(child(operation, 'responses')).filter(([code]) => /^2(\d\d|XX)$/i.test(code))
  const content = answers.flatMap(([, answer]) => children(child(follow(library, answer), 'content')))
  const [, stream] = content.find(([type]) => isStreamType(type)) ?? []
  const schema = stream && follow(library, child(stream, 'schema'))
  return schema && fieldsOf(library, schema).size > 0 ? schema : undefined
}

/** True when an object may have fields that are not declared. */
function isOpen(library: Library, written: YamlNode, depth: number): boolean {
  const { value } = unwrapped(library, written)
  if (['oneOf', 'anyOf', 'patternProperties'].some((word) => own(value, word) !== undefined)) return true
  const more = own(value, 'additionalProperties')
  if (more !== undefined && more !== false) return true
  const fields = [...fieldsOf(library, written).values()]
  if (fields.length === 0) return [own(value, 'type')].flat().includes('object') || own(value, 'type') === undefined
  return fields.some(
    (field) =>
      !isList(library, field) && isObjectField(library, field) && (depth === 0 || isOpen(library, field, depth - 1)),
  )
}

function isObjectField(library: Library, field: YamlNode): boolean {
  const { value } = unwrapped(library, field)
  return own(value, 'type') === undefined || [own(value, 'type')].flat().includes('object')
}

/** In the family's envelope: `items`, else the only list, else the results themselves. */
function listOfResult(library: Library, result: YamlNode | undefined): ResultList {
  if (!result) return 'family'
  const fields = fieldsOf(library, itemsOf(library, result))
  const lists = [...fields].filter(([, field]) => isList(library, field))
  const [only] = lists
  return !fields.has('items') && lists.length === 1 && only ? [only[0]] : 'family'
}

function isStreamOnly(library: Library, operation: YamlNode): boolean {
  const answers = children(child(operation, 'responses')).filter(([code]) => /^2(\d\d|XX)$/i.test(code))
  const types = answers.flatMap(([, answer]) =>
    children(child(follow(library, answer), 'content')).map(([type]) => type),
  )
  return types.length > 0 && types.every(isStreamType)
}

/** Types whose answers have no end of their own, or are read piece by piece. */
export function isStreamType(type: string): boolean {
  return STREAMS.test(type)
}

export function answerSchema(library: Library, operation: YamlNode): YamlNode | undefined {
  const answers = children(child(operation, 'responses')).filter(([code]) => /^2(\d\d|XX)$/i.test(code))
  for (const [, answer] of answers) {
    const content = child(follow(library, answer), 'content')
    const json = children(content).find(([type]) => /^application\/([\w.-]+\+)?json\b/.test(type))?.[1]
    const schema = json && follow(library, child(json, 'schema'))
    if (isObject(schema?.value)) return schema
  }
  return undefined
}

/** The fields of an object, including those of `allOf`. */
export function fieldsOf(library: Library, written: YamlNode, depth = DEEPEST): Map<string, YamlNode> {
  const schema = unwrapped(library, written)
  const taken = depth === 0 ? [] : items(child(schema, 'allOf'))
  const all = taken.flatMap((one) => [...fieldsOf(library, one, depth - 1)])
  return new Map([...all, ...children(child(schema, 'properties'))])
}

export function itemsOf(library: Library, list: YamlNode): YamlNode {
  return child(unwrapped(library, list), 'items')
}

function isList(library: Library, schema: YamlNode): boolean {
  return [own(unwrapped(library, schema).value, 'type')].flat().includes('array')
}

function isNumber(library: Library, schema: YamlNode): boolean {
  const types = [own(unwrapped(library, schema).value, 'type')].flat()
  return types.includes('number') || types.includes('integer')
}

/** Generators write a nullable reference as the only branch of `oneOf`, `anyOf` or `allOf`. */
function unwrapped(library: Library, written: YamlNode, depth = DEEPEST): YamlNode {
  const schema = follow(library, written)
  if (depth === 0 || own(schema.value, 'properties') !== undefined || own(schema.value, 'items') !== undefined)
    return schema
  const branches = ['oneOf', 'anyOf', 'allOf'].flatMap((word) => items(child(schema, word)))
  const [only, ...others] = branches.filter((branch) => own(branch.value, 'type') !== 'null')
  return only && others.length === 0 ? unwrapped(library, only, depth - 1) : schema
}

type IsWanted = (library: Library, schema: YamlNode) => boolean

/** The path to each wanted field of an answer that is not inside a list. */
function fieldsIn(library: Library, schema: YamlNode, isWanted: IsWanted, depth: number): string[][] {
  if (depth === 0) return []
  return [...fieldsOf(library, schema)].flatMap(([name, field]) => {
    if (isWanted(library, field)) return [[name]]
    return isList(library, field) ? [] : fieldsIn(library, field, isWanted, depth - 1).map((path) => [name, ...path])
  })
}

/** Number of results in an answer, summed over its parts. */
export function countResults(list: ResultList, result: readonly unknown[]): number {
  let count = 0
  for (const one of result) count += list === 'family' ? familyCount(one) : listCount(one, list)
  return count
}

/** True when a non-empty answer lacks the list that the price counts, so that nothing was charged for it. */
export function lacksList(list: ResultList, result: readonly unknown[]): boolean {
  if (list === 'family' || list.length === 0 || result.length === 0) return false
  return result.every((one) => list.reduce<unknown>(own, one) === undefined)
}

function familyCount(one: unknown): number {
  return isObject(one) && Array.isArray(one.items) ? one.items.length : 1
}

function listCount(one: unknown, fields: readonly string[]): number {
  if (fields.length === 0) return 1
  let value = one
  for (const field of fields) value = own(value, field)
  return Array.isArray(value) ? value.length : 0
}
