import type { HttpMethod } from '@portico/contract/catalogue.ts'
import { PRIORITIES } from '@portico/contract/price.ts'
import { TASKS_PER_REQUEST_MAX } from '@portico/contract/rules.ts'
import { type Answers, answersOf, idleAnswers, verdictOf } from './account-answers.ts'
import { accountNames, labelsOf } from './account-names.ts'
import type { SchemaPart } from './ajv-check.ts'
import type { IdleAction } from './apply-overlays.ts'
import type { Documented } from './copy-operation.ts'
import { apisWithTasks, documentsOf, noDocument, SIDE_FILE } from './document-form.ts'
import type { Entry } from './entry.ts'
import { gatherFaults } from './faults.ts'
import { type LeftOut, leaveFaulty, leftOut, removal } from './left-out.ts'
import { nameOperation } from './name-operation.ts'
import { methodsOf, namePath, namePlainPath, readableName } from './name-path.ts'
import { withinPath } from './path-params.ts'
import { conditionsOf, type PathVariant, splitVariant, withQueryFields } from './path-variant.ts'
import { plainBase, speaksPlain } from './protocol.ts'
import { readKind, taskIdIn } from './read-kind.ts'
import { readPlain } from './read-plain.ts'
import { readRequest } from './read-request.ts'
import { type SectionNames, sectionsOf } from './read-sections.ts'
import { type AnswerFields, answerFieldsOf, type FoundList, resultListOf } from './result-list.ts'
import { withoutTwins } from './without-twins.ts'
import { child, children, follow, type Library, own, rootOf, type YamlNode } from './yaml-node.ts'

/** An entry without its price. */
export type Operation = Omit<
  Entry,
  | 'tariff'
  | 'is_unpriced'
  | 'price_version'
  | 'result_list'
  | 'check'
  | 'ajvCheck'
  | 'checkPathParams'
  | 'posted_by'
  | 'fetched_by'
  | 'filters_of'
> &
  SectionNames &
  AnswerFields & {
    parts: SchemaPart[]
    node: YamlNode
    /** Names of questions that the operator has not answered. */
    open: readonly string[]
    documented: Documented
    answers_with: FoundList
    price: YamlNode | undefined
  }

/** Settings of the data API on which addresses depend. */
export interface Addressing {
  /** Prefix of every path of a plain document: `/data`. */
  prefix: string
}

/** Reads every operation of every document; only one that cannot be read, or is never to be sold, is left out. */
export function readOperations(
  library: Library,
  { prefix }: Addressing,
  left_out: LeftOut[],
  idle_actions: IdleAction[],
): Operation[] {
  const operations: Operation[] = []
  const all_answers: Answers[] = []
  const task_apis = apisWithTasks(library)
  for (const source of documentsOf(library.sources.values())) {
    const root = rootOf(source)
    const reason = noDocument(source.value)
    if (reason) {
      if (reason !== SIDE_FILE) left_out.push(leftOut({ id: source.name, node: root, why: 'fault', reason, mend: '' }))
      continue
    }
    const answers = answersOf(root)
    all_answers.push(answers)
    for (const [path, item] of children(child(root, 'paths')))
      if (!path.startsWith('x-'))
        operations.push(...readPath(library, { root, prefix, task_apis, answers }, path, item, left_out))
  }
  idle_actions.push(...idleAnswers(all_answers))
  return nameApart(withoutTwins(operations, left_out))
}

interface OfDocument {
  root: YamlNode
  prefix: string
  task_apis: ReadonlySet<string>
  answers: Answers
}

/** A valid path segment: path characters, and templates that do not touch. */
const PATH = /^\/$|^(\/(?:[\w.~@:$&,()'!*+;=-]|\{[\w.-]+\}(?!\{))+)+\/?$/

function readPath(library: Library, of: OfDocument, path: string, written: YamlNode, left_out: LeftOut[]): Operation[] {
  const variant = splitVariant(path)
  if (!PATH.test(variant.address)) {
    const reason = `the path ${path} cannot be called: between slashes stand letters, digits, signs of an address and {names}`
    left_out.push(leftOut({ id: path, node: written, why: 'address', reason, ...removal(['paths', path]) }))
    return []
  }
  const faults = gatherFaults()
  const item = follow({ ...library, faults }, written)
  if (faults.count() > 0) leaveFaulty(left_out, { id: path, node: written, faults, lines: removal(['paths', path]) })
  return methodsOf(item.value).flatMap((http_method) => {
    const faults = gatherFaults()
    const operation = readOperation({ ...library, faults }, of, { path, variant, http_method, item, written })
    if (!operation || (!operation.plain && (http_method === 'HEAD' || http_method === 'OPTIONS'))) return []
    if (faults.count() === 0) return [operation]
    const { id, node, function_id } = operation
    leaveFaulty(left_out, { id, node, function_id, faults, lines: removal(['paths', path, http_method.toLowerCase()]) })
    return []
  })
}

interface OfPath {
  path: string
  variant: PathVariant
  http_method: HttpMethod
  item: YamlNode
  written: YamlNode
}

function readOperation(
  library: Library,
  { root, prefix, task_apis, answers }: OfDocument,
  { path, variant, http_method, item, written }: OfPath,
): Operation | undefined {
  const { address, label } = variant
  const node = withQueryFields(library, child(item, http_method.toLowerCase()), variant)
  const first = (key: string, ...nodes: YamlNode[]) =>
    nodes.map((one) => child(one, key)).find((one) => one.value !== undefined)
  const nearest = (key: string) => first(key, node, item, written, root)
  const is_plain = speaksPlain(library, path, node, nearest('x-portico-protocol'))
  const tag = own(child(node, 'tags').value, 0)
  const named = is_plain ? namePlainPath(variant, http_method, item.value, tag) : namePath(path)
  const lists = [child(item, 'parameters'), child(node, 'parameters')]
  const when = conditionsOf(library, variant, lists)
  const read = is_plain
    ? readPlain(library, node, item, { nearest, when })
    : { ...readRequest(library, node, item), plain: null }
  if (!is_plain && label) library.faults.add(node.source, node.path, 'a query or fragment in a path of the envelope')
  const { list, ...request } = { ...read, path_params: withinPath(path, read.path_params) }
  const fields = Object.keys(request.schema.properties ?? {})
  const title = String(own(child(root, 'info').value, 'title') ?? '')
  const is_action = http_method !== 'GET' && own(item.value, 'get') === undefined
  const segments = address.split('/')
  const names = is_plain ? accountNames({ segments, label, ...labelsOf(node), title, is_action }) : []
  const verdict = names.length > 0 ? verdictOf(answers, { http_method, segments, names }, library.faults) : undefined
  const shape = { ...named, fields, verdict, has_tasks: task_apis.has(named.api) }
  const words = {
    near: first('x-portico-kind', node, item, written),
    document: first('x-portico-kind', root),
  }
  const protocol = is_plain ? 'plain' : path.startsWith('/v3/') ? 'family' : 'envelope'
  const { kind, known_by, ...by_rule } = readKind(shape, words, protocol, library.faults)
  if (kind === 'never') return undefined
  const function_id = textAt(library, nearest('x-portico-function')) ?? by_rule.function_id ?? named.function_id
  const base = is_plain ? `${prefix}${plainBase(root)}` : path.startsWith('/v3/') ? '' : '/v3'
  const own_path = `${base}${address}`.replace(/\/$/, '')
  const has_priority = request.schema.properties?.priority?.enum?.includes(PRIORITIES.high) ?? false
  return {
    ...request,
    ...sectionsOf(library, root, { api: named.api, tag }, nearest('x-portico-section')),
    id: `${http_method} ${own_path}${label && `#${label}`}`,
    api: named.api,
    document: root.source.name,
    function_id,
    kind,
    known_by,
    open: verdict?.kind === undefined ? (verdict?.open ?? []) : [],
    task_id_in: taskIdIn(kind, shape),
    tier: named.tier,
    http_method,
    path: own_path,
    upstream_path: address,
    ...nameOperation({
      summary: textAt(library, child(node, 'summary')) ?? named.title,
      description: textAt(library, child(node, 'description')),
      operation_id: child(node, 'operationId').value,
      function_id,
    }),
    max_tasks: list ? mostTasks(kind, list.most) : 1,
    subscription: isCharged(kind) ? (textAt(library, nearest('x-portico-subscription')) ?? null) : null,
    priorities: kind === 'task_post' && has_priority ? [PRIORITIES.normal, PRIORITIES.high] : [PRIORITIES.normal],
    price: nearest('x-portico-price'),
    answers_with: resultListOf(library, node, protocol),
    ...answerFieldsOf(library, node, protocol),
    node: item === written ? node : written,
    documented: { item, operation: node },
  }
}

/** Only a call that starts a task is charged; a live function is free only if its document states it. */
export function isCharged(kind: Entry['kind']): boolean {
  return kind === 'live' || kind === 'task_post'
}

function mostTasks(kind: Entry['kind'], written: number | undefined): number {
  const usual = kind === 'task_post' || kind === 'account' ? TASKS_PER_REQUEST_MAX : 1
  return Math.min(Math.max(written ?? usual, 1), TASKS_PER_REQUEST_MAX)
}

function textAt({ faults }: Library, node: YamlNode | undefined): string | undefined {
  if (node?.value === undefined) return undefined
  if (typeof node.value === 'string') return node.value.trim()
  faults.add(node.source, node.path, `${node.path.at(-1)} must be a text`)
  return undefined
}

/** A title that several functions share cannot distinguish them, so the path names them. */
function nameApart(operations: Operation[]): Operation[] {
  const of = ({ title, node }: Operation) => `${node.source.name} ${title}`
  const charged = operations.filter(({ kind }) => isCharged(kind))
  for (const group of Map.groupBy(charged, of).values())
    if (new Set(group.map((one) => one.function_id)).size > 1)
      for (const operation of group) operation.title = readableName(operation.function_id)
  return operations
}
