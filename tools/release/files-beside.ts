import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Copies the files that the server reads beside its sources (migrations, documents, the list of passwords). */
export function copyFilesBeside(root: string, target: string): void {
  for (const entry of readdirSync(join(root, 'server/src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.ts')) continue
    const path = relative(root, join(entry.parentPath, entry.name))
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path))
  }
  const { devDependencies: _, ...shipped } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'))
  writeFileSync(join(target, 'server/package.json'), JSON.stringify(shipped, null, 2))
}
