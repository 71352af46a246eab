import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Read once: a page drawn by this process and the worker it registers are of one build. */
export function readWorkers(client: string): { offline: string | undefined; safety: string | undefined } {
  const read = (name: string) => {
    const file = join(client, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  return { offline: read('ngsw-worker.js'), safety: read('safety-worker.js') }
}
