import { at, isTest, type Source, walk } from './tree.ts'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Its `query(key, endpoint, input)` is checked where it is called. */
const QUERY = 'web/src/lib/query.ts'

/** Finds queries whose request depends on a value that their key lacks: with another value, what was loaded for the first stays. */
export function checkQueryKeys(sources: Source[]): string[] {
  return sources
    .filter((source) => source.path.startsWith('web/src/') && source.path !== QUERY && !isTest(source))
    .flatMap(checkSource)
}

function checkSource(source: Source): string[] {
  if (!/\bqueryKey\b|\bquery\(/.test(source.text)) return []
  const global = new Set<string>()
  const queries: { start: number; key: Node; request: Node; own: Set<string> }[] = []
  walk(source, {
    Program({ body }) {
      for (const statement of body as unknown as Node[]) for (const name of declaredBy(statement)) global.add(name)
    },
    ObjectExpression(found) {
      const object = found as unknown as Node
      const [key, work] = [fieldOf(object, 'queryKey'), fieldOf(object, 'queryFn')]
      if (!key || !work) return
      for (const request of requestsIn(work)) queries.push({ start: object.start, key, request, own: ownOf(work) })
    },
    CallExpression(found) {
      const { callee, arguments: given, start } = found as unknown as Node & { callee: Node; arguments: Node[] }
      const [key, , request] = given
      if (callee.name === 'query' && key && request) queries.push({ start, key, request, own: new Set() })
    },
  })
  return queries.flatMap(({ start, key, request, own }) => {
    const known = namesIn(key)
    const missing = [...namesIn(request)].filter(
      (name) => !known.has(name) && !global.has(name) && !own.has(name) && !(name in globalThis),
    )
    return missing.map((name) => `${at(source, start)}: the request depends on "${name}", and queryKey does not`)
  })
}

/** What is sent by each `call(endpoint, input)`. */
function requestsIn(node: Node): Node[] {
  const callee = node.type === 'CallExpression' ? (node.callee as Node) : undefined
  const [, input] = callee?.name === 'call' ? (node.arguments as Node[]) : []
  return input ? [input] : partsOf(node).flatMap(([, part]) => requestsIn(part))
}

/** What a function is given and declares. */
function ownOf(node: Node): Set<string> {
  const declared = [
    ...((node.params ?? []) as Node[]),
    ...(node.type === 'VariableDeclarator' ? [node.id as Node] : []),
  ]
  return new Set([
    ...declared.flatMap((one) => [...namesIn(one)]),
    ...partsOf(node).flatMap(([, part]) => [...ownOf(part)]),
  ])
}

function namesIn(node: Node): Set<string> {
  if (node.type === 'Identifier') return new Set([String(node.name)])
  const isName = (field: string) => (field === 'key' || field === 'property') && node.computed === false
  return new Set(partsOf(node).flatMap(([field, part]) => (isName(field) ? [] : [...namesIn(part)])))
}

function declaredBy(statement: Node): string[] {
  const node = (statement.declaration as Node | null | undefined) ?? statement
  const declared = [node, ...((node.specifiers ?? node.declarations ?? []) as Node[])]
  return declared.flatMap(({ id, local }) => [id, local].flatMap((name) => (isNode(name) ? [...namesIn(name)] : [])))
}

function fieldOf(object: Node, name: string): Node | undefined {
  const property = (object.properties as Node[]).find(({ key }) => isNode(key) && key.name === name)
  return property?.value as Node | undefined
}

function partsOf(node: Node): [string, Node][] {
  return Object.entries(node).flatMap(([field, value]) =>
    [value].flat().flatMap((part): [string, Node][] => (isNode(part) ? [[field, part]] : [])),
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
