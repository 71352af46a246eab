import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The declared type of a response field: a value, a class, or a list or map of either. */
export interface Declared {
  of: 'string' | 'number' | 'boolean' | 'any' | { class: string }
  in: 'itself' | 'list' | 'lists' | 'map'
}

export interface ClientMethod {
  api: string
  name: string
  http_method: string
  path: string
  /** The class of a task in its body; empty without a body. */
  request: string
  response: string
}

const folder = join(createRequire(import.meta.url).resolve('dataforseo-client'), '../../esm')
const fields = new Map<string, Record<string, Declared>>()
/** The file that declares a class: that of its own name, or of the class it is a variant of. */
const files = new Map<string, string>()

/** The methods of the public client and the paths they call. */
export function clientMethods(): ClientMethod[] {
  const names = readdirSync(join(folder, 'api')).filter((name) => name.endsWith('Api.js'))
  return names.flatMap((file) => {
    const code = readFileSync(join(folder, 'api', file), 'utf8')
    const types = readFileSync(join(folder, 'api', file.replace('.js', '.d.ts')), 'utf8')
    const calls = code.matchAll(
      /^ {4}(\w+)\([^)]*\) \{\n\s+let url_ = this\.baseUrl \+ "([^"]+)";[\s\S]*?method: "(\w+)"/gm,
    )
    return [...calls].map(([, name = '', path = '', http_method = '']) => {
      const process = `process${name.charAt(0).toUpperCase()}${name.slice(1)}(response) {`
      const response = /(\w+)\.fromJS/.exec(code.slice(code.indexOf(process)))?.[1] ?? ''
      const request = new RegExp(`^ {4}${name}\\(body: (\\w+)\\[\\]`, 'm').exec(types)?.[1] ?? ''
      return { api: file.replace('.js', ''), name, http_method, path: path.replace(/\?$/, ''), request, response }
    })
  })
}

/** The fields a class of the client declares, with those of the class it extends. */
export function declaredFields(name: string): Record<string, Declared> {
  const known = fields.get(name)
  if (known) return known
  const text = modelText(name, '.d.ts')
  const [, body = ''] = new RegExp(`export declare class ${name}\\b([\\s\\S]*?)constructor\\(`).exec(text) ?? []
  const above = /^ extends (\w+)/.exec(body)?.[1]
  const own = [...body.matchAll(/^ {4}(\w+)\?: ([\s\S]*?) \| undefined;$/gm)]
  const all = {
    ...(above && declaredFields(above)),
    ...Object.fromEntries(own.map(([, field = '', type = '']) => [field, declared(type)])),
  }
  fields.set(name, all)
  return all
}

/** For a class with variants: the value of `type` of each variant. */
export function variants(name: string): Record<string, string> {
  const all = modelText(name, '.js')
  const code = all.slice(all.indexOf(`export class ${name} `)).split(/\nexport class /)[0] ?? ''
  const made = code.matchAll(/data\["type"\] === "(\w+)"\) \{\s+let result = new (\w+)\(/g)
  return Object.fromEntries([...made].map(([, type = '', of = '']) => [type, of]))
}

export function modelText(name: string, ending: '.js' | '.d.ts'): string {
  if (files.size === 0)
    for (const file of readdirSync(join(folder, 'models')).filter((one) => one.endsWith('.d.ts')))
      for (const [, of = ''] of readFileSync(join(folder, 'models', file), 'utf8').matchAll(
        /^export declare class (\w+)/gm,
      ))
        files.set(of, file.replace('.d.ts', ''))
  return readFileSync(join(folder, 'models', `${files.get(name)}${ending}`), 'utf8')
}

function declared(type: string): Declared {
  const map = /^\{\s*\[key: string\]: ([\s\S]*?);?\s*\}$/.exec(type.trim())?.[1]
  if (map !== undefined) {
    const inner = declared(map.replace(/ \| undefined$/, ''))
    return { of: inner.in === 'itself' ? inner.of : 'any', in: 'map' }
  }
  const [, name = '', lists = ''] = /^(\w+)((?:\[\])*)$/.exec(type.trim()) ?? []
  const of = name === 'string' || name === 'number' || name === 'boolean' || name === 'any' ? name : { class: name }
  return { of: name === '' ? 'any' : of, in: lists === '' ? 'itself' : lists === '[]' ? 'list' : 'lists' }
}
