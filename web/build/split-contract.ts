import { basename } from 'node:path'
import { type ESTree, type Plugin, parseSync } from 'vite'

const CONTRACT = /\/contract\/src\/[\w-]+\.ts(\?schemas)?$/
const PAGE = /\/web\/src\/.+\.tsx?$/
/** All the page reads of an endpoint; the rest is the server's. */
const READ = ['method', 'path']
/** Around an expression that may be left out when nobody asks for its value. */
const PURE = ['/*#__PURE__*/(()=>(', '))()'] as const

/**
 * Parts the contract into what every page needs (names, bounds, addresses of calls) and what only forms need (schemas), so
 * that a page without a form comes without zod. A module of the contract becomes two: itself, which only passes its schemas
 * on, and `?schemas`, where they are made; `area.name.input` leads there. Types and line numbers stay as they are.
 */
export function splitContract(): Plugin {
  return {
    name: 'split-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [CONTRACT, PAGE] },
      handler(code, id) {
        if (PAGE.test(id)) return { code: nameInputs(code), map: null }
        const half = id.endsWith('?schemas') ? withSchemas(code) : withoutSchemas(code, basename(id))
        return { code: half, map: null, moduleSideEffects: false }
      },
    },
  }
}

/** `auth.register.input` becomes an import of its own: on the page an endpoint is a method and a path. */
export function nameInputs(code: string): string {
  const imports = new Set<string>()
  let named = code
  for (const [, names = '', source] of code.matchAll(/^import \{([^}]+)\} from '(@portico\/contract\/.+)'$/gm))
    for (const given of names.split(',')) {
      const [, area, alias = area] = /^(\w+)(?: as (\w+))?$/.exec(given.trim()) ?? []
      if (!area) continue
      named = named.replace(new RegExp(`\\b${alias}((?:\\.\\w+)?\\.input)\\b`, 'g'), (_, input: string) => {
        const name = area + input.replaceAll('.', '$')
        imports.add(`import { ${name} } from '${source}'`)
        return name
      })
    }
  return [named, ...imports].join('\n')
}

/** For those who need no schema. What is left of them here nobody uses, so the bundler leaves it out. */
export function withoutSchemas(code: string, file: string): string {
  const { edits, schemas, inputs } = read(code)
  const hidden = schemas.map(({ start, end }) => ({ start, end, text: '' }))
  const names = [...schemas, ...inputs].map(({ name }) => name)
  const rest = edit(code, [...edits, ...hidden])
  return names.length > 0 ? `${rest}\nexport { ${names.join(', ')} } from './${file}?schemas'` : rest
}

/** For forms: the schemas, and the inputs of the endpoints by name. */
export function withSchemas(code: string): string {
  const { edits, inputs } = read(code)
  const named = inputs.map(({ name, text }) => `export const ${name} = ${PURE[0]}${text}${PURE[1]}`)
  return [edit(code, edits).replace(/ from '(\.\/.+\.ts)'$/gm, " from '$1?schemas'"), ...named].join('\n')
}

interface Edit {
  start: number
  end: number
  text: string
}

function read(code: string) {
  const edits: Edit[] = []
  /** Exported schemas, each with the place of the word `export`. */
  const schemas: { name: string; start: number; end: number }[] = []
  const inputs: { name: string; text: string }[] = []
  const textOf = ({ start, end }: ESTree.Span) => code.slice(start, end)
  for (const statement of parseSync('contract.ts', code).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    const [declarator] = declared?.type === 'VariableDeclaration' ? declared.declarations : []
    if (!declared || !declarator?.init || declarator.id.type !== 'Identifier') continue
    const { id, init } = declarator
    const calls = callsIn(init)
    if (calls.length === 0 && !/\bz\b/.test(textOf(init))) continue
    edits.push({ start: init.start, end: init.start, text: PURE[0] }, { start: init.end, end: init.end, text: PURE[1] })
    if (statement !== declared && /^z\b/.test(textOf(init)))
      schemas.push({ name: id.name, start: statement.start, end: declared.start })
    for (const { start, end, name, given } of calls) {
      const kept = given.filter(({ key }) => READ.includes(textOf(key)))
      const input = given.find(({ key }) => textOf(key) === 'input')
      edits.push({ start, end, text: `{${kept.map(textOf).join()}}` })
      if (input) inputs.push({ name: [id.name, ...name, 'input'].join('$'), text: textOf(input.value) })
    }
  }
  return { edits, schemas, inputs }
}

interface Call extends ESTree.Span {
  /** None where the call stands by itself. */
  name: string[]
  given: ESTree.ObjectProperty[]
}

/** `{ name: endpoint({ … }) }`, or one call that is no endpoint but has its path and input. */
function callsIn(init: ESTree.Expression): Call[] {
  const properties = propertiesOf(init)
  const names = properties.map(nameOf)
  if (names.includes('path') && names.includes('input')) return [{ ...spanOf(init), name: [], given: properties }]
  return properties.flatMap((property) => {
    const { value } = property
    if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'endpoint')
      return []
    return [{ ...spanOf(value), name: [nameOf(property)], given: value.arguments.flatMap(propertiesOf) }]
  })
}

function propertiesOf(value: ESTree.Argument): ESTree.ObjectProperty[] {
  if (value.type === 'TSAsExpression') return propertiesOf(value.expression)
  return value.type === 'ObjectExpression' ? value.properties.filter((property) => property.type === 'Property') : []
}

function nameOf({ key }: ESTree.ObjectProperty): string {
  return key.type === 'Identifier' ? key.name : ''
}

function spanOf({ start, end }: ESTree.Span): ESTree.Span {
  return { start, end }
}

/** What an edit takes away leaves its line ends behind, so that a line of the built file still leads to its source. */
function edit(code: string, edits: Edit[]): string {
  let text = ''
  let done = 0
  for (const { start, end, text: put } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    text += code.slice(done, start) + put + code.slice(start, end).replace(/.+/g, '')
    done = end
  }
  return text + code.slice(done)
}
