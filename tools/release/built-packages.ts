import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'

const IS_TEST = /\.test\.ts$|\/testing\//

/** Contract and server as plain scripts, file by file: what reads files beside itself finds them where it did. */
export function builtPackages(root: string, target: string): void {
  for (const folder of ['contract', 'server']) {
    for (const file of filesBelow(join(root, folder, 'src'))) {
      const path = relative(root, file)
      if (IS_TEST.test(path)) continue
      mkdirSync(dirname(join(target, path)), { recursive: true })
      if (path.endsWith('.ts'))
        writeFileSync(join(target, path.replace(/\.ts$/, '.js')), asScript(readFileSync(file, 'utf8')))
      else cpSync(file, join(target, path))
    }
    const { devDependencies: _, ...shipped } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    writeFileSync(join(target, folder, 'package.json'), JSON.stringify(shipped, null, 2))
  }
}

/** Without types, importing scripts instead of sources. */
export function asScript(source: string): string {
  return stripTypeScriptTypes(source)
    .replaceAll(/((?:^|\s)(?:from|import)\s*\(?\s*)'([^'\n]+)\.ts'/g, "$1'$2.js'")
    .replaceAll(/new URL\('([^'\n]+)\.ts', import\.meta\.url\)/g, "new URL('$1.js', import.meta.url)")
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
