/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, os?: string[], cpu?: string[],
 *   libc?: string[], optionalDependencies?: Record<string, string> }} Locked
 * @typedef {{ os: string, cpu: string, libc?: string }} Platform
 * @typedef {{ name: string, path: string | undefined, locked: Locked | undefined }} Part
 */

/** The platform of this process. Only Linux has two C libraries.
 * @returns {Platform} */
export function thisPlatform() {
  const { platform: os, arch: cpu } = process
  if (os !== 'linux') return { os, cpu }
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport() ?? {})
  return { os, cpu, libc: report.header?.glibcVersionRuntime ? 'glibc' : 'musl' }
}

/** Packages that come in one part per platform, by the path of the package that depends on them.
 * @param {Record<string, Locked>} packages
 * @returns {{ owner: string, parts: Part[] }[]} */
export function nativeFamilies(packages) {
  const families = Object.entries(packages).map(([owner, { optionalDependencies = {} }]) => ({
    owner,
    parts: Object.keys(optionalDependencies).map((name) => {
      const path = pathOf(packages, owner, name)
      return { name, path, locked: path === undefined ? undefined : packages[path] }
    }),
  }))
  return families.filter(({ parts }) => parts.some(({ locked }) => locked?.cpu))
}

/** npm nests a package under its owner if another version is at the top.
 * @param {Record<string, Locked>} packages @param {string} owner @param {string} name */
function pathOf(packages, owner, name) {
  return [`${owner}/node_modules/${name}`, `node_modules/${name}`].find((path) => path in packages)
}

/** @param {Locked | undefined} locked @param {Platform} platform */
export function runsOn(locked, { os, cpu, libc }) {
  if (!locked?.os?.includes(os) || !locked.cpu?.includes(cpu)) return false
  return !locked.libc || libc === undefined || locked.libc.includes(libc)
}

/** Parts this platform needs that the lock names and the tree lacks: `--omit=optional`, or an installation from another machine.
 * @param {Record<string, Locked>} packages @param {Platform} platform @param {(path: string) => boolean} isThere
 * @returns {string[]} */
export function missingParts(packages, platform, isThere) {
  return nativeFamilies(packages).flatMap(({ parts }) => {
    const fitting = parts.filter(({ locked }) => runsOn(locked, platform))
    if (fitting.length === 0 || fitting.some(({ path }) => path !== undefined && isThere(path))) return []
    return [fitting[0]?.name ?? '']
  })
}
