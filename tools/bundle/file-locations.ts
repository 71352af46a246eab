import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'rolldown'

/** `root` holds the sources, `out` receives the bundle, `home` is the root of the tree in which it will run. */
export interface Locations {
  root: string
  out: string
  home: string
}

const WORKER = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/**
 * A module that reads a file beside itself (migrations, the list of passwords) uses `import.meta.dirname`. In a bundle that would be
 * the bundle's folder, so it is replaced by the path from the bundle to the module. A worker becomes a file of the bundle.
 */
export function locationsOfFiles(locations: Locations): Plugin {
  return {
    name: 'file-locations',
    transform(code, id) {
      if (!code.includes('import.meta') || !isOwn(locations, id)) return undefined
      const way = JSON.stringify(dirname(inTree(locations, id)))
      return {
        code: code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${way})`)
          .replaceAll(WORKER, "new URL('./$1.js', import.meta.url)"),
        map: null,
      }
    },
  }
}

/** The relative path from the bundle to one of our files. */
export function inTree({ root, out, home }: Locations, file: string): string {
  return relative(out, join(home, relative(root, file)))
}

function isOwn({ root }: Locations, id: string): boolean {
  return ['contract/src/', 'server/src/'].some((folder) => id.startsWith(join(root, folder)))
}
