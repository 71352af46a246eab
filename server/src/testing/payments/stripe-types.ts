import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's declarations: the paths of the API are in the scripts, the parameters in the types beside them. */
const PACKAGE = dirname(fileURLToPath(import.meta.resolve('stripe')))
const REQUEST = /^ {4}(\w+)\([^)]*\) \{\s*return this\._makeRequest\('(\w+)', ['`]([^'`]+)['`]/gm
const TOKEN = /'[^']*'|[\w$.]+|[{}[\]()<>|&;:?=,]/g

/** The type of a parameter, as far as it matters for a form. */
export type ParamType =
  | { kind: 'text' | 'number' | 'boolean' | 'any' }
  | { kind: 'literal'; value: string }
  | { kind: 'list'; of: ParamType }
  | { kind: 'map'; of: ParamType }
  | { kind: 'union'; of: ParamType[] }
  | { kind: 'ref'; name: string; scope: string; of: ParamType[] }
  | { kind: 'fields'; fields: Map<string, { type: ParamType; is_needed: boolean }>; bases: ParamType[] }

interface Declared {
  /** By full name, such as `RefundCreateParams.Reason`. */
  types: Map<string, ParamType>
}

/** The declarations of one file, read without a compiler: these files are generated, and always in the same form. */
function readDeclarations(path: string): Declared {
  const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const tokens = text.match(TOKEN) ?? []
  const types: Declared['types'] = new Map()
  let at = 0
  const take = () => tokens[at++] ?? ''
  const skip = (token: string) => tokens[at] === token && ++at > 0
  const full = (scope: string, name: string) => (scope ? `${scope}.${name}` : name)

  function readUnion(scope: string): ParamType {
    skip('|')
    const of = [readOne(scope)]
    while (tokens[at] === '|' || tokens[at] === '&') {
      at += 1
      of.push(readOne(scope))
    }
    const [first] = of
    return of.length === 1 && first ? first : { kind: 'union', of }
  }

  function readOne(scope: string): ParamType {
    const token = take()
    if (token === '{') return readFields(scope)
    if (token === '(') {
      const inner = readUnion(scope)
      skip(')')
      return inner
    }
    if (token.startsWith("'")) return { kind: 'literal', value: token.slice(1, -1) }
    if (token === 'string') return { kind: 'text' }
    if (token === 'number' || token === 'boolean') return { kind: token }
    const of: ParamType[] = []
    if (skip('<')) {
      do of.push(readUnion(scope))
      while (skip(','))
      skip('>')
    }
    const [item] = of
    if (token === 'Array' && item) return { kind: 'list', of: item }
    return { kind: 'ref', name: token, scope, of }
  }

  /** After its opening brace. */
  function readFields(scope: string, bases: ParamType[] = []): ParamType {
    const fields = new Map<string, { type: ParamType; is_needed: boolean }>()
    let map: ParamType | undefined
    while (!skip('}')) {
      if (skip('[')) {
        while (!skip(']')) at += 1
        skip(':')
        map = { kind: 'map', of: readUnion(scope) }
      } else {
        const name = take().replace(/^'|'$/g, '')
        const is_needed = !skip('?')
        skip(':')
        fields.set(name, { type: readUnion(scope), is_needed })
      }
      skip(';')
    }
    return map ?? { kind: 'fields', fields, bases }
  }

  function readBlock(scope: string): void {
    while (at < tokens.length && !skip('}')) {
      const token = take()
      if (token === 'interface') {
        const name = full(scope, take())
        const bases: ParamType[] = []
        if (skip('extends'))
          do bases.push(readOne(scope))
          while (skip(','))
        at += 1
        types.set(name, readFields(scope, bases))
      } else if (token === 'type' && tokens[at + 1] !== ':') {
        const name = full(scope, take())
        if (skip('<')) while (take() !== '>');
        skip('=')
        types.set(name, readUnion(scope))
      } else if (token === 'namespace') {
        const name = take()
        at += 1
        readBlock(full(scope, name))
      } else if (token === 'class') {
        while (take() !== '{');
        for (let depth = 1; depth > 0; ) depth += ({ '{': 1, '}': -1 } as Record<string, number>)[take()] ?? 0
      } else if (token === 'import') while (take() !== ';');
    }
  }
  while (at < tokens.length) readBlock('')
  return { types }
}

interface Operation {
  verb: string
  path: RegExp
  file: string
  method: string
}

function readOperations(): Operation[] {
  const root = join(PACKAGE, 'resources')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  return files.flatMap((name) => {
    const file = join(root, name.slice(0, -'.js'.length))
    return [...readFileSync(`${file}.js`, 'utf8').matchAll(REQUEST)].map(([, method = '', verb = '', path = '']) => ({
      verb,
      path: new RegExp(`^${path.replace(/\$\{[^}]*\}/g, '[^/]+')}$`),
      file,
      method,
    }))
  })
}

function readParams({ file, method }: Operation): ParamType {
  const text = readFileSync(`${file}.d.ts`, 'utf8')
  const [, name] = new RegExp(`^ {4}${method}\\([^)]*params\\??: ([\\w.]+)`, 'm').exec(text) ?? []
  return name ? { kind: 'ref', name, scope: '', of: [] } : { kind: 'any' }
}

/** The requests Stripe accepts, according to the types of its own package. */
export function openStripeTypes() {
  const operations = readOperations()
  const read = new Map<string, Declared>()
  const declared = (file: string): Declared => {
    const known = read.get(file) ?? readDeclarations(`${file}.d.ts`)
    read.set(file, known)
    return known
  }
  const shared = declared(join(PACKAGE, 'shared'))
  const params = new Map<Operation, ParamType>()

  /** The type of a name, from the innermost namespace outwards, then among what all files share. */
  function resolve(file: string, { name, scope, of }: Extract<ParamType, { kind: 'ref' }>): ParamType {
    const { types } = declared(file)
    const parts = scope.split('.').filter(Boolean)
    for (let depth = parts.length; depth >= 0; depth -= 1) {
      const found = types.get([...parts.slice(0, depth), name].join('.'))
      if (found) return found
    }
    const [argument] = of
    if (name === 'Emptyable' && argument) return { kind: 'union', of: [{ kind: 'literal', value: '' }, argument] }
    return shared.types.get(name) ?? { kind: 'any' }
  }

  /** The operation at a path and the type of its parameters; undefined where Stripe has no such operation. */
  function paramsOf(verb: string, path: string): { file: string; type: ParamType } | undefined {
    const found = operations.find((one) => one.verb === verb && one.path.test(path))
    if (!found) return undefined
    const type = params.get(found) ?? readParams(found)
    params.set(found, type)
    return { file: found.file, type }
  }

  return { resolve, paramsOf }
}
