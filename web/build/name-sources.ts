import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'

const web = resolve(import.meta.dirname, '..')

type File = { type: 'asset' } | { type: 'chunk'; fileName: string; moduleIds: string[] }

/**
 * A part that is imported when needed has a line of its own in the manifest only where its file has no other part: the
 * others get theirs here, by which the server and the budgets find their files.
 */
export function nameSources(dir: string, files: File[], isImportedLater: (id: string) => boolean): void {
  const path = join(dir, '.vite/manifest.json')
  if (!existsSync(path)) return
  const manifest: Record<string, object> = JSON.parse(readFileSync(path, 'utf8'))
  for (const file of files) {
    const line = file.type === 'chunk' && manifest[`_${basename(file.fileName)}`]
    if (!line) continue
    for (const id of file.moduleIds.filter(isImportedLater)) manifest[relative(web, id)] ??= line
  }
  writeFileSync(path, JSON.stringify(manifest, null, 2))
}
