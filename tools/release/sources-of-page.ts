import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The modules in the page's scripts, according to the source maps of the web build. */
export function sourcesOfPage(root: string): string[] {
  const folder = join(root, 'web/dist/maps')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.map'))
    .flatMap((name): string[] => JSON.parse(readFileSync(join(folder, name), 'utf8')).sources)
    .filter((source) => source.includes('node_modules/'))
    .map((source) => join(root, source.slice(source.indexOf('node_modules/'))))
}
