import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** From below to above: a later entry of this list may change the look of an earlier one. */
const GROUPS = [
  { name: 'reset', folder: /^theme\// },
  { name: 'kit', folder: /^ui\// },
  {
    name: 'shared',
    folder:
      /^(app|forms|session|page|step-up|code-samples|money|activity|account-states|public-pages|traffic|scripts|whitelabel)\//,
  },
  { name: 'shell', folder: /^shell\// },
  { name: 'screen', folder: /^(screens|operator)\// },
]

const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*['"]([.#][^'"]+)['"]/g

/** A file below `src` and what it imports, both as paths from there. */
export type Imports = ReadonlyMap<string, readonly string[]>

export interface LayerOrder {
  /** All layers, the weakest first. */
  names: string[]
  /** The layer of every style sheet. */
  of: ReadonlyMap<string, string>
}

/**
 * The layer of a style sheet follows from its folder and, within a folder, from what its components import: a user of a
 * component may give it a class, so their sheet lies above that of the component.
 */
export function layerOrder(imports: Imports): LayerOrder {
  const reached = reachedSheets(imports)
  const heights = new Map<string, number>()
  const heightOf = (sheet: string, above: readonly string[] = []): number => {
    const known = heights.get(sheet)
    if (known !== undefined) return known
    if (above.includes(sheet))
      throw new Error(`${[...above, sheet].join(' is used by ')}: neither can lie above the other`)
    const group = groupOf(sheet)
    const below = [...(reached.get(sheet) ?? [])].filter((other) => other !== sheet && groupOf(other) === group)
    const height = Math.max(0, ...below.map((other) => heightOf(other, [...above, sheet]))) + 1
    heights.set(sheet, height)
    return height
  }
  const of = new Map([...reached.keys()].map((sheet) => [sheet, layerName(groupOf(sheet), heightOf(sheet))]))
  const used = new Set(of.values())
  const highest = Math.max(0, ...heights.values())
  const names = GROUPS.flatMap(({ name }) => Array.from({ length: highest }, (_, at) => layerName(name, at + 1)))
  return { names: names.filter((name) => used.has(name)), of }
}

function layerName(group: string, height: number): string {
  return height === 1 ? group : `${group}${height}`
}

function groupOf(sheet: string): string {
  const group = GROUPS.find(({ folder }) => folder.test(sheet))
  if (!group) throw new Error(`${sheet} is in a folder without a layer; web/build/layer-order.ts lists them`)
  return group.name
}

/** For every style sheet the other ones that come with the files that import it. */
function reachedSheets(imports: Imports): Map<string, Set<string>> {
  const sheets = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    for (const sheet of targets.filter(isSheet)) {
      const found = sheets.get(sheet) ?? new Set()
      sheets.set(sheet, found)
      const seen = new Set([file])
      for (const next of seen) {
        for (const target of imports.get(next) ?? []) {
          if (!isSheet(target)) seen.add(target)
          else if (next !== file) found.add(target)
        }
      }
    }
  }
  return sheets
}

function isSheet(path: string): boolean {
  return path.endsWith('.css')
}

export function importsOf(src: string): Imports {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  return new Map(files.map((file) => [file, targetsIn(readFileSync(join(src, file), 'utf8'), file)]))
}

function targetsIn(code: string, file: string): string[] {
  return [...code.matchAll(IMPORTED)].map(([, target = '']) =>
    target.startsWith('#') ? target.slice(1) : resolve('/', dirname(file), target).slice(1),
  )
}
