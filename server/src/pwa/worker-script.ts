import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WebBuild } from '#http/web-build.ts'

/** Read once: a page drawn by this process and the worker it registers are of one build. */
export function readWorkers({ root, messages, own_messages }: Pick<WebBuild, 'root' | 'messages' | 'own_messages'>) {
  const read = (name: string) => {
    const file = join(root, name)
    const script = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    // It caches the translations of pages, and the provider's have other names than those of the build.
    return [...own_messages.keys()].reduce(
      (text, language) =>
        text?.replaceAll(new RegExp(`(/assets/i18n/${language}\\.json\\?)[0-9a-f]+`, 'g'), `$1${messages[language]}`),
      script,
    )
  }
  return { offline: read('ngsw-worker.js'), safety: read('safety-worker.js') }
}
