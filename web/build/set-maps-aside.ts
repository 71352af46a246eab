import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Source maps are for the operator, who reads an error report with them: they leave the folder that is served. */
export function setMapsAside(client: string, maps: string): void {
  for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.map')) continue
    mkdirSync(dirname(join(maps, name)), { recursive: true })
    renameSync(join(client, name), join(maps, name))
  }
}
