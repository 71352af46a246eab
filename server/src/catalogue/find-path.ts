import type { Entry } from './entry.ts'
import { hasTemplate, isTemplate } from './name-path.ts'

/** An entry and the values of its path parameters. */
export interface Found {
  entry: Entry
  params: Record<string, string>
  /** The same values, still encoded. */
  raw_params: Record<string, string>
}

type Methods = Map<string, Entry>
interface Branch {
  named: Map<string, Branch>
  /** Segments with text beside a template, `{y}.png`, in the order of the documents. */
  mixed: Map<string, { form: RegExp; branch: Branch }>
  any: Branch | undefined
  methods: Methods
}

const LONGEST_PATH = 30
const LONGEST_PART = 400

export type FindPath = (method: string, path: string) => Found | undefined

/** Finds exact paths by one look-up and templated ones in a tree, in which a literal segment precedes a template. */
export function indexPaths(entries: readonly Entry[]): FindPath {
  const exact = new Map<string, Methods>()
  const tree = emptyBranch()
  for (const entry of entries) {
    const parts = entry.path.split('/').slice(1)
    const methods = parts.some(hasTemplate) ? branchFor(tree, parts).methods : methodsFor(exact, entry.path)
    methods.set(entry.http_method, entry)
  }
  return (method, path) => {
    const clean = /\/\/|\/$/.test(path) ? `/${split(path).join('/')}` : path
    const entry = pick(exact.get(clean), method)
    return entry ? { entry, params: {}, raw_params: {} } : findTemplated(tree, method, split(clean))
  }
}

function findTemplated(tree: Branch, method: string, parts: string[]): Found | undefined {
  if (parts.length > LONGEST_PATH) return undefined
  const entry = descend(tree, method, parts, 0)
  if (!entry) return undefined
  const params: Record<string, string> = {}
  const raw_params: Record<string, string> = {}
  for (const [at, part] of split(entry.path).entries()) {
    if (!hasTemplate(part)) continue
    const values =
      formOf(part)
        .exec(parts[at] ?? '')
        ?.slice(1) ?? []
    for (const [index, name] of namesIn(part).entries()) {
      const raw = values[index] ?? ''
      const value = decode(raw)
      if (value === undefined) return undefined
      params[name] = value
      raw_params[name] = raw
    }
  }
  return { entry, params, raw_params }
}

function descend(branch: Branch, method: string, parts: string[], at: number): Entry | undefined {
  const part = parts[at]
  if (part === undefined) return pick(branch.methods, method)
  const named = branch.named.get(part)
  let found = named && descend(named, method, parts, at + 1)
  for (const { form, branch: mixed } of branch.mixed.values())
    if (!found && part.length <= LONGEST_PART && form.test(part)) found = descend(mixed, method, parts, at + 1)
  return found ?? (branch.any && descend(branch.any, method, parts, at + 1))
}

/** Look-ups accept GET and POST, because clients of this API family use both. HEAD finds the GET of a plain document. */
function pick(methods: Methods | undefined, method: string): Entry | undefined {
  const entry = methods?.get(method)
  const look_up = methods?.get('GET')
  if (method === 'HEAD') return entry ?? (look_up?.plain ? look_up : undefined)
  if (entry || method !== 'POST') return entry
  return look_up?.kind === 'reference' && !look_up.plain ? look_up : undefined
}

function emptyBranch(): Branch {
  return { named: new Map(), mixed: new Map(), any: undefined, methods: new Map() }
}

function branchFor(tree: Branch, parts: string[]): Branch {
  let branch = tree
  for (const part of parts) {
    branch = nextFor(branch, part)
  }
  return branch
}

function nextFor(branch: Branch, part: string): Branch {
  if (isTemplate(part)) {
    branch.any ??= emptyBranch()
    return branch.any
  }
  if (hasTemplate(part)) {
    const shape = part.replaceAll(/\{[^{}]+\}/g, '{}')
    const known = branch.mixed.get(shape) ?? { form: formOf(part), branch: emptyBranch() }
    branch.mixed.set(shape, known)
    return known.branch
  }
  const next = branch.named.get(part) ?? emptyBranch()
  branch.named.set(part, next)
  return next
}

/** `{y}.png` as a regular expression with a group for each template. */
function formOf(part: string): RegExp {
  const texts = part.split(/\{[^{}]+\}/).map((text) => RegExp.escape(text))
  return new RegExp(`^${texts.join('(.+?)')}$`, 's')
}

function namesIn(part: string): string[] {
  return [...part.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

function methodsFor(exact: Map<string, Methods>, path: string): Methods {
  const methods = exact.get(path) ?? new Map()
  exact.set(path, methods)
  return methods
}

function split(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
