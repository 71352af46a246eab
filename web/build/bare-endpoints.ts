import { type Plugin, parseAst } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}
interface Edit {
  start: number
  end: number
  text: string
}

const CONTRACT = /\/contract\/src\/[^/]+\.ts$/
const PAGE = /\/web\/src\/.+(?<!\.test)\.tsx?$/
const MAKERS = ['get', 'post']
const SCHEMAS = ['input', 'output']
/** What a page needs of an endpoint besides its method; all else is checked by the server. */
const PAGE_FIELDS = ['path', 'together', 'renewsSession']

/**
 * A page calls by method and path; what goes in and out is checked by the server, and a form imports the schema it
 * checks with. So endpoints come without their schemas and rules, and the schema library with forms only. Who asks an
 * endpoint for a schema would find nothing: the build does not let it pass.
 */
export function bareEndpoints(): Plugin {
  return {
    name: 'bare-endpoints',
    enforce: 'pre',
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (CONTRACT.test(file)) return { code: withoutSchemas(code), map: null, moduleSideEffects: false }
      if (!PAGE.test(file)) return null
      const requested = requestedSchema(code)
      if (requested) this.error(`${file}: an endpoint has no .${requested} on the page; import the schema itself`)
      return null
    },
  }
}

/** Leaves of every endpoint what a page needs; what only the rest used may go, as making a schema changes nothing. */
export function withoutSchemas(code: string): string {
  const tree = parse(code)
  const edits: Edit[] = []
  walk(tree, (node) => {
    const endpoint = endpointIn(node)
    if (!endpoint) return
    const needed = propertiesOf(endpoint).filter((property) => PAGE_FIELDS.includes(nameOf(property)))
    edits.push({ ...endpoint, text: `{ ${needed.map(({ start, end }) => code.slice(start, end)).join(', ')} }` })
  })
  for (const made of (tree.body as Node[]).flatMap(constants))
    if (calls(made))
      edits.push(
        { start: made.start, end: made.start, text: '/* @__PURE__ */ (() => (' },
        { start: made.end, end: made.end, text: '))()' },
      )
  return apply(code, edits)
}

/** The object of `get(path, endpoint)` or `post(path, endpoint)`, or that of a file with a route of its own. */
function endpointIn(node: Node): Node | undefined {
  if (node.type === 'CallExpression' && MAKERS.includes(String((node.callee as Node).name)))
    return (node.arguments as Node[])[1]
  const names = node.type === 'ObjectExpression' ? propertiesOf(node).map(nameOf) : []
  return names.includes('path') && names.includes('caller') ? node : undefined
}

/** The schema of an endpoint that a file of the page reads. */
export function requestedSchema(code: string): string | undefined {
  let requested: string | undefined
  if (!SCHEMAS.some((name) => code.includes(name)) || !code.includes('@portico/contract/')) return undefined
  walk(parse(code), (node) => {
    const isMember = node.type === 'MemberExpression' && (node.object as Node).name !== 'styles'
    const [name] = isMember
      ? [String((node.property as Node).name ?? (node.property as Node).value)]
      : node.type === 'ObjectPattern'
        ? propertiesOf(node)
            .map(nameOf)
            .filter((key) => SCHEMAS.includes(key))
        : []
    if (name && SCHEMAS.includes(name)) requested = name
  })
  return requested
}

function parse(code: string): Node {
  return parseAst(code, { lang: 'tsx' }) as unknown as Node
}

function calls(made: Node): boolean {
  let found = false
  if (!made.type.includes('Function'))
    walk(made, ({ type }) => {
      found ||= type === 'CallExpression' || type === 'NewExpression'
    })
  return found
}

/** The initial values of a module's constants. */
function constants(statement: Node): Node[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return (declared.declarations as Node[]).flatMap(({ init }) => (init ? [init as Node] : []))
}

function propertiesOf(object: Node | undefined): Node[] {
  return ((object?.properties as Node[] | undefined) ?? []).filter(({ type }) => type === 'Property')
}

function nameOf(property: Node): string {
  return String((property.key as Node).name ?? (property.key as Node).value)
}

function walk(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, see)
  if (typeof node !== 'object' || node === null || !('type' in node)) return
  see(node as Node)
  for (const part of Object.values(node)) walk(part, see)
}

function apply(code: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end, text }) => `${now.slice(0, start)}${text}${now.slice(end)}`, code)
}
