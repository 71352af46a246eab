import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type JSONValue, query } from 'json-p3'
import * as z from 'zod/mini'
import type { Key } from '#files/yaml-file.ts'
import type { Faults } from './faults.ts'
import { countingNames, readSource, type Source, type Uploaded } from './read-yaml.ts'
import { isObject } from './yaml-node.ts'

const action = z.object({
  target: z.string(),
  description: z.optional(z.string()),
  update: z.optional(z.unknown()),
  remove: z.optional(z.boolean()),
})
const overlay = z.object({
  overlay: z.string().check(z.regex(/^1\.\d+(\.\d+)?$/)),
  info: z.object({ title: z.string(), version: z.string() }),
  /** The document it applies to; all documents if absent. */
  extends: z.optional(z.string()),
  actions: z.array(action).check(z.minLength(1)),
})
type Action = z.infer<typeof action>
type Overlay = z.infer<typeof overlay>

/** An action that changed nothing; the specification allows it, but it is usually a misspelt path. */
export interface IdleAction {
  where: string
  target: string
}

/**
 * Applies PROVIDER_DIR/overlays (OpenAPI Overlay Specification 1.0) in the order of their names, so that the operator can change
 * documents whose files stay as their vendor wrote them.
 */
export function applyOverlays(
  provider_dir: string,
  product: string,
  documents: Source[],
  faults: Faults,
  uploaded?: Uploaded,
): { idle_actions: IdleAction[]; overlays: Source[] } {
  const folder = join(provider_dir, 'overlays')
  const names = countingNames(existsSync(folder) ? readdirSync(folder) : [], uploaded)
  if (names.length === 0) return { idle_actions: [], overlays: [] }
  // A YAML alias is one value at two nodes; a change is meant for one of them.
  for (const document of documents) document.value = JSON.parse(JSON.stringify(document.value ?? null))
  const overlays = names.map((name) => readSource(folder, name, { product, ...(uploaded && { uploaded }) }))
  return { idle_actions: overlays.flatMap((one) => applyOne(one, documents, faults)), overlays }
}

function applyOne(source: Source, documents: Source[], faults: Faults): IdleAction[] {
  const parsed = overlay.safeParse(source.value)
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.map((key) => (typeof key === 'number' ? key : String(key))) ?? []
    const form = 'an overlay has overlay: 1.0.0, info with title and version, and actions with a target'
    faults.add(source, at, `${at.join('.') || 'the overlay'} is missing or wrong: ${form}`)
    return []
  }
  const meant = documentsOf(parsed.data, documents)
  if (meant.length === 0) faults.add(source, ['extends'], `there is no document ${parsed.data.extends}`)
  return parsed.data.actions.flatMap((one, at) => {
    const path = ['actions', at, 'target']
    const changed = meant.map((document) => act(source, path, one, document, faults))
    const where = `${source.file}:${source.line(path)}`
    return changed.some(Boolean) ? [] : [{ where, target: one.target }]
  })
}

function documentsOf({ extends: written }: Overlay, documents: Source[]): Source[] {
  if (written === undefined) return documents
  const name = written.split('/').at(-1)
  return documents.filter((document) => document.name === name)
}

/** True when the action's target was found in the document. */
function act(
  source: Source,
  path: Key[],
  { target, update, remove }: Action,
  document: Source,
  faults: Faults,
): boolean {
  const locations = find(target, document.value)
  if (locations === undefined) {
    faults.add(source, path, `${JSON.stringify(target)} is no JSONPath`)
    return true
  }
  // Last first: removing an item moves the ones after it.
  for (const location of locations.toReversed()) {
    const parent = valueAt(document.value, location.slice(0, -1))
    const key = location.at(-1)
    if (remove) removeFrom(parent, key)
    else if (key === undefined) document.value = merged(document.value, update)
    else if (isObject(parent) || Array.isArray(parent))
      Object.assign(parent, { [key]: merged(valueAt(parent, [key]), update) })
  }
  return locations.length > 0
}

function find(target: string, value: unknown): Key[][] | undefined {
  try {
    return query(target, value as JSONValue).nodes.map(({ location }) => location)
  } catch {
    return undefined
  }
}

function valueAt(value: unknown, path: readonly Key[]): unknown {
  let found = value
  for (const key of path)
    found = Array.isArray(found)
      ? found[Number(key)]
      : isObject(found) && Object.hasOwn(found, key)
        ? found[key]
        : undefined
  return found
}

function removeFrom(parent: unknown, key: Key | undefined): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else if (isObject(parent) && key !== undefined) delete parent[key]
}

/** Merges maps, appends to lists and replaces anything else. */
function merged(value: unknown, update: unknown): unknown {
  if (Array.isArray(value)) return [...value, ...(Array.isArray(update) ? update : [update])]
  if (!isObject(value) || !isObject(update)) return update
  const result = { ...value }
  for (const [key, one] of Object.entries(update))
    result[key] = Object.hasOwn(value, key) ? merged(value[key], one) : one
  return result
}
