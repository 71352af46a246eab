const WORKER_URL = '/ngsw-worker.js'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The page's policy lets no text become the address of a script, except for this one. */
export function workerUrl(): string {
  const types: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes')
  policy ??= types?.createPolicy('portico-worker', { createScriptURL: () => WORKER_URL })
  return policy?.createScriptURL(WORKER_URL) ?? WORKER_URL
}
