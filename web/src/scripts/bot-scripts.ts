/** The checks run by Cloudflare and Google. Their scripts are loaded only where an operator has chosen one of them. */
interface Service {
  kind: 'turnstile' | 'recaptcha'
  site_key: string
}

interface Turnstile {
  render(
    into: HTMLElement,
    options: {
      sitekey: string
      action: string
      appearance: 'interaction-only'
      callback(token: string): void
      'error-callback'(): void
      'timeout-callback'(): void
      'unsupported-callback'(): void
      'before-interactive-callback'(): void
    },
  ): string | undefined
  remove(widget: string): void
}

interface Recaptcha {
  ready(then: () => void): void
  execute(site_key: string, options: { action: string }): PromiseLike<string>
}

const TIMEOUT_MS = 8_000
/** For a visitor who has to tick a box. */
const INTERACTION_MS = 120_000
const ORIGINS = ['https://challenges.cloudflare.com/turnstile/', 'https://www.google.com/recaptcha/']

/** Fails when the service cannot be reached in time, or the visitor does not answer what it asks. */
export async function serviceToken({ kind, site_key }: Service, action: string): Promise<string> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitFor = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => reject(new Error('the script timed out')), ms)
  }
  waitFor(TIMEOUT_MS)
  const token =
    kind === 'turnstile'
      ? turnstileToken(site_key, action, () => waitFor(INTERACTION_MS))
      : recaptchaToken(site_key, action)
  return Promise.race([token, late]).finally(() => clearTimeout(timer))
}

async function turnstileToken(site_key: string, action: string, onQuestion: () => void): Promise<string> {
  await load('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit')
  const turnstile: Turnstile = Reflect.get(globalThis, 'turnstile')
  const container = document.body.appendChild(document.createElement('div'))
  // It is invisible unless the service needs an answer; then it must be above everything that is open.
  container.style.cssText =
    'position:fixed;inset-block-end:24px;inset-inline:0;display:grid;justify-items:center;z-index:1000'
  let widget: string | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error('Turnstile failed'))
      widget = turnstile.render(container, {
        sitekey: site_key,
        action,
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': fail,
        'timeout-callback': fail,
        'unsupported-callback': fail,
        'before-interactive-callback': onQuestion,
      })
    })
  } finally {
    if (widget !== undefined) turnstile.remove(widget)
    container.remove()
  }
}

async function recaptchaToken(site_key: string, action: string): Promise<string> {
  const key = encodeURIComponent(site_key)
  await load(`https://www.google.com/recaptcha/api.js?render=${key}&trustedtypes=true`)
  // The global is replaced after the script has loaded the rest of itself.
  const recaptcha = (): Recaptcha => Reflect.get(globalThis, 'grecaptcha')
  await new Promise<void>((resolve) => recaptcha().ready(resolve))
  return recaptcha().execute(site_key, { action })
}

const loading = new Map<string, Promise<void>>()

function load(url: string): Promise<void> {
  const begun = loading.get(url) ?? append(url)
  loading.set(url, begun)
  begun.catch(() => loading.delete(url))
  return begun
}

function append(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('the script did not load'))
    }
    script.src = trusted(url)
    document.head.append(script)
  })
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The page's policy lets no text become a script, but for the address of one of these two services. */
function trusted(url: string): string {
  const types: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes')
  policy ??= types?.createPolicy('bot-check', {
    createScriptURL: (text) => {
      if (!ORIGINS.some((origin) => text.startsWith(origin)))
        throw new TypeError('the address is not one of our scripts')
      return text
    },
  })
  return policy?.createScriptURL(url) ?? url
}
