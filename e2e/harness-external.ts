// Scripts of others for journeys: served from this machine, they write down every call they get.
import { createServer } from 'node:http'
import { afterAll } from 'vitest'
import { providerWith } from '../server/src/testing/scripts/provider.ts'

export type Received = { as: string; call: unknown[]; at: number }

/** Before anything else a script says where it is and what it can reach of the page around it. */
const PROBE = `
const reach = (read) => { try { return String(read()).length >= 0 && 'yes' } catch { return 'no' } }
say(['probe', {
  origin: self.origin,
  page: reach(() => parent.document.body.innerText),
  cookies: reach(() => document.cookie),
  storage: reach(() => localStorage.length),
}])
parent.postMessage({ width: 1999, height: 1999 }, '*')
`

const TAKE_OVER: Record<string, string> = {
  chat: `
const kept = window.Intercom.q.map((args) => [...args])
window.Intercom = (...args) => say(args)
kept.forEach(say)
portico.resize(300, 200)`,
  analytics: `
const list = window.dataLayer
const take = (args) => say([Object.prototype.toString.call(args), ...args])
list.forEach(take)
list.push = take`,
}

const queueOf = (name: string) => `
const list = window.${name}
list.forEach(say)
list.push = say`

export async function openOutsiders() {
  const result: Received[] = []
  const loaded: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://outsider')
    const as = searchParams.get('as') ?? ''
    if (pathname === '/told') {
      let body = ''
      request.setEncoding('utf8').on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        result.push({ as, call: JSON.parse(body), at: Number(searchParams.get('at')) })
        // They are sent side by side and may come in another order.
        result.sort((one, other) => one.at - other.at)
        response.writeHead(204).end()
      })
      return
    }
    loaded.push(as)
    response.writeHead(200, { 'content-type': 'text/javascript' })
    response.end(`{
let at = Date.now() * 1000
const say = (call) => {
  at += 1
  fetch('${url()}/told?as=${as}&at=' + at, { method: 'POST', mode: 'no-cors', keepalive: true, body: JSON.stringify(call) })
}
${PROBE}${TAKE_OVER[as] ?? queueOf(as)}
}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  function url(): string {
    const address = server.address()
    return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
  }
  const script = (name: string, kind: string, category: string, more = '') =>
    `${name}: { kind: ${kind}, script: "${url()}/script.js?as=${name}", id: ${name}-id, category: ${category}, ${more} }`
  const provider = providerWith(
    [
      script('chat', 'messenger', 'functional', 'identity_secret_file: chat.secret'),
      script('onboarding', 'queue', 'functional', 'global: onboarding'),
      script('push', 'queue', 'marketing', 'global: push'),
      script('analytics', 'gtag', 'analytics', 'in_development: true'),
    ].join('\n'),
  )
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    provider.remove()
  })
  return {
    provider_dir: provider.provider_dir,
    told: result,
    loaded,
    /** What this one was told so far, but for its own probe. */
    callsOf: (as: string) => result.filter((one) => one.as === as && one.call[0] !== 'probe').map(({ call }) => call),
    forget: () => {
      result.length = 0
      loaded.length = 0
    },
  }
}
