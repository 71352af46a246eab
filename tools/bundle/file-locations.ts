import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'rolldown'

/** Where the sources are, where a bundle goes, and the top of the tree it will find its files in. */
export interface Locations {
  root: string
  out: string
  home: string
}

const WORKER = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/**
 * A module that reads a file beside itself (migrations, the list of passwords) says where that is by its own folder. In a bundle that
 * would be the bundle's: there it is the way from the bundle to where the module was. A worker becomes a file of the bundle.
 */
export function locationsOfFiles(places: Locations): Plugin {
  return {
    name: 'places-of-files',
    transform(code, id) {
      if (!code.includes('import.meta') || !isOwn(places, id)) return undefined
      const way = JSON.stringify(dirname(inTree(places, id)))
      return {
        code: code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${way})`)
          .replaceAll(WORKER, "new URL('./$1.js', import.meta.url)"),
        map: null,
      }
    },
  }
}

/** From the bundle to a file of ours. */
export function inTree({ root, out, home }: Locations, file: string): string {
  return relative(out, join(home, relative(root, file)))
}

function isOwn({ root }: Locations, id: string): boolean {
  return ['contract/src/', 'server/src/'].some((folder) => id.startsWith(join(root, folder)))
}
