import type { Entry } from './entry.ts'
import { isTemplate } from './name-path.ts'

/** An entry and what stood in the place of its templates. */
export interface Found {
  entry: Entry
  params: Record<string, string>
}

type Methods = Map<string, Entry>
interface Branch {
  named: Map<string, Branch>
  any: Branch | undefined
  methods: Methods
}

const LONGEST_PATH = 30

export type FindPath = (method: string, path: string) => Found | undefined

/** Exact paths by one look-up, templated ones down a tree in which a written name goes before a template. */
export function indexPaths(entries: readonly Entry[]): FindPath {
  const exact = new Map<string, Methods>()
  const tree = emptyBranch()
  for (const entry of entries) {
    const parts = entry.path.split('/').slice(1)
    const methods = parts.some(isTemplate) ? branchFor(tree, parts).methods : methodsFor(exact, entry.path)
    methods.set(entry.http_method, entry)
  }
  return (method, path) => {
    const clean = /\/\/|\/$/.test(path) ? `/${split(path).join('/')}` : path
    const entry = pick(exact.get(clean), method)
    return entry ? { entry, params: {} } : findTemplated(tree, method, split(clean))
  }
}

function findTemplated(tree: Branch, method: string, parts: string[]): Found | undefined {
  if (parts.length > LONGEST_PATH) return undefined
  const entry = descend(tree, method, parts, 0)
  if (!entry) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of split(entry.path).entries()) {
    if (!isTemplate(part)) continue
    const value = decode(parts[at] ?? '')
    if (value === undefined) return undefined
    params[part.slice(1, -1)] = value
  }
  return { entry, params }
}

function descend(branch: Branch, method: string, parts: string[], at: number): Entry | undefined {
  const part = parts[at]
  if (part === undefined) return pick(branch.methods, method)
  const named = branch.named.get(part)
  const found = named && descend(named, method, parts, at + 1)
  return found ?? (branch.any && descend(branch.any, method, parts, at + 1))
}

/** Look-ups are asked by GET and by POST: clients of this API family do both. */
function pick(methods: Methods | undefined, method: string): Entry | undefined {
  const entry = methods?.get(method)
  if (entry || method !== 'POST') return entry
  const look_up = methods?.get('GET')
  return look_up?.kind === 'reference' ? look_up : undefined
}

function emptyBranch(): Branch {
  return { named: new Map(), any: undefined, methods: new Map() }
}

function branchFor(tree: Branch, parts: string[]): Branch {
  let branch = tree
  for (const part of parts) {
    const next: Branch = (isTemplate(part) ? branch.any : branch.named.get(part)) ?? emptyBranch()
    if (isTemplate(part)) branch.any = next
    else branch.named.set(part, next)
    branch = next
  }
  return branch
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
