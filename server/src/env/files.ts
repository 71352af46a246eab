import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './settings.ts'

/** A bucket of an S3-compatible store for files that are sold. */
export interface FilesEnv {
  /** With the bucket as its path, or in the name of its host, and an optional prefix for the files. */
  url: URL
  key: string
  secret: string
  region: string
}

/** Undefined: files are stored in DATA_DIR. */
export function readFiles(get: (name: Name) => string | undefined, public_url: URL): FilesEnv | undefined {
  const [url, key, secret, region] = [get('FILES_URL'), get('FILES_KEY'), get('FILES_SECRET'), get('FILES_REGION')]
  if (!url) {
    const alone = (['FILES_KEY', 'FILES_SECRET', 'FILES_REGION'] as const).find((name) => get(name))
    if (alone) throw startProblem(`${alone} goes with FILES_URL, which is not set.`)
    return undefined
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.username || parsed?.password)
    throw startProblem('FILES_URL must not hold a key: set FILES_KEY and FILES_SECRET.')
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash)
    throw startProblem(`FILES_URL is '${url}', but must be an address like https://s3.example.com/bucket.`)
  if (public_url.protocol === 'https:' && parsed.protocol !== 'https:')
    throw startProblem(`FILES_URL is '${url}', but must be https as PUBLIC_URL is.`)
  if (!key || !secret) throw startProblem('FILES_URL needs FILES_KEY and FILES_SECRET.')
  if (!/^[\w.-]+$/.test(key)) throw startProblem('FILES_KEY must be the id of an access key, without blanks.')
  if (region && !/^[a-z0-9-]+$/.test(region))
    throw startProblem(`FILES_REGION is '${region}', but must look like eu-central-1.`)
  return { url: parsed, key, secret, region: region ?? 'us-east-1' }
}
