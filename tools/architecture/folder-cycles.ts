import { posix } from 'node:path'
import { mutualImports } from './cycles.ts'
import { importsOf } from './imports.ts'
import { isTest, type Source } from './tree.ts'

export interface FolderCycle {
  /** Such as `server/src/gateway: admit, gate.ts, record`: the parent folder and the entries of it that import each other. */
  name: string
  /** The imports between those entries, as `file → file`. */
  imports: string[]
}

/**
 * Folders of one parent folder that import each other, directly or through files of the parent: each of them can only be
 * understood and changed together with the others. A file directly in the parent counts as an entry of its own.
 */
export function folderCycles(sources: Source[]): FolderCycle[] {
  const byParent = new Map<string, { from: string; to: string; path: string; file: string }[]>()
  for (const source of sources) {
    if (!/^(contract|server|web)\/src\//.test(source.path) || isTest(source)) continue
    for (const { file } of importsOf(source)) {
      if (!file) continue
      const { parent, from, to } = apart(source.path, file)
      if (parent.split('/').length < 2 || from === to) continue
      byParent.set(parent, [...(byParent.get(parent) ?? []), { from, to, path: source.path, file }])
    }
  }
  return [...byParent].flatMap(([parent, edges]) =>
    mutualImports(edges.map(({ from, to }) => [from, to]))
      .filter((group) => group.some((entry) => !isFile(entry)))
      .map((group) => ({
        name: `${parent}: ${group.join(', ')}`,
        imports: edges
          .filter(({ from, to }) => group.includes(from) && group.includes(to))
          .map(({ path, file }) => `${posix.relative(parent, path)} → ${posix.relative(parent, file)}`),
      })),
  )
}

export function checkFolderCycles(sources: Source[]): string[] {
  return folderCycles(sources).map(({ name, imports }) => `${name} import each other: ${imports.join(', ')}`)
}

/** The lowest folder that holds both files, and the entry of it that each is in. */
function apart(path: string, file: string): { parent: string; from: string; to: string } {
  const [own, other] = [path.split('/'), file.split('/')]
  const depth = own.findIndex((part, index) => part !== other[index])
  return { parent: own.slice(0, depth).join('/'), from: own[depth] ?? '', to: other[depth] ?? '' }
}

function isFile(entry: string): boolean {
  return entry.includes('.')
}
