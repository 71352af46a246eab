import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the web build put into the scripts of the page, as its source maps name it. */
export function sourcesOfPage(root: string): string[] {
  const folder = join(root, 'web/dist/maps')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.map'))
    .flatMap((name): string[] => JSON.parse(readFileSync(join(folder, name), 'utf8')).sources)
    .filter((source) => source.includes('node_modules/'))
    .map((source) => join(root, source.slice(source.indexOf('node_modules/'))))
}
