import type { Entry } from './entry.ts'
import { hasTemplate, isTemplate } from './name-path.ts'
import { holds, type SentBeside } from './path-variant.ts'

/** An entry and the values of its path parameters. */
export interface Found {
  entry: Entry
  params: Record<string, string>
  /** The same values, still encoded. */
  raw_params: Record<string, string>
}

/** Several entries of one method differ in the conditions of a plain document's operation. */
type Methods = Map<string, Entry[]>
interface Branch {
  named: Map<string, Branch>
  /** Segments with text beside a template, `{y}.png`, in the order of the documents. */
  mixed: Map<string, { form: RegExp; branch: Branch }>
  any: Branch | undefined
  methods: Methods
}

const LONGEST_PATH = 30
const LONGEST_PART = 400

/** Without `sent`, the first of several operations of the same method and path is found. */
export type FindPath = (method: string, path: string, sent?: SentBeside) => Found | undefined

/** Finds exact paths by one look-up and templated ones in a tree, in which a literal segment precedes a template. */
export function indexPaths(entries: readonly Entry[]): FindPath {
  const exact = new Map<string, Methods>()
  const tree = emptyBranch()
  for (const entry of entries) {
    const parts = entry.path.split('/').slice(1)
    const methods = parts.some(hasTemplate) ? branchFor(tree, parts).methods : methodsFor(exact, entry.path)
    const same = [...(methods.get(entry.http_method) ?? []), entry]
    methods.set(
      entry.http_method,
      same.toSorted((a, b) => conditionsOf(b).length - conditionsOf(a).length),
    )
  }
  return (method, path, sent) => {
    const clean = /\/\/|\/$/.test(path) ? `/${split(path).join('/')}` : path
    const entry = pick(exact.get(clean), method, sent)
    return entry ? { entry, params: {}, raw_params: {} } : findTemplated(tree, method, split(clean), sent)
  }
}

function findTemplated(tree: Branch, method: string, parts: string[], sent?: SentBeside): Found | undefined {
  if (parts.length > LONGEST_PATH) return undefined
  const entry = descend(tree, parts, 0, (methods) => pick(methods, method, sent))
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

function descend(
  branch: Branch,
  parts: string[],
  at: number,
  pickIn: (methods: Methods) => Entry | undefined,
): Entry | undefined {
  const part = parts[at]
  if (part === undefined) return pickIn(branch.methods)
  const named = branch.named.get(part)
  let found = named && descend(named, parts, at + 1, pickIn)
  for (const { form, branch: mixed } of branch.mixed.values())
    if (!found && part.length <= LONGEST_PART && form.test(part)) found = descend(mixed, parts, at + 1, pickIn)
  return found ?? (branch.any && descend(branch.any, parts, at + 1, pickIn))
}

/** Look-ups accept GET and POST, because clients of this API family use both. HEAD finds the GET of a plain document. */
function pick(methods: Methods | undefined, method: string, sent: SentBeside | undefined): Entry | undefined {
  const entry = chosen(methods?.get(method), sent)
  if (entry || (method !== 'POST' && method !== 'HEAD')) return entry
  const look_up = chosen(methods?.get('GET'), sent)
  if (method === 'HEAD') return look_up?.plain ? look_up : undefined
  return look_up?.kind === 'reference' && !look_up.plain ? look_up : undefined
}

function chosen(same: Entry[] | undefined, sent: SentBeside | undefined): Entry | undefined {
  return sent ? same?.find((entry) => holds(conditionsOf(entry), sent)) : same?.[0]
}

function conditionsOf({ plain }: Entry) {
  return plain?.when ?? []
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
