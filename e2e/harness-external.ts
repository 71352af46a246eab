// Third-party scripts for journeys: served from this machine, they report every call they receive.
import { createServer } from 'node:http'
import { afterAll } from 'vitest'
import { providerWith } from '../server/src/testing/scripts/provider.ts'

export type Received = { as: string; call: unknown[]; at: number }

/** Each script first reports its origin and what it can reach of the page around it. */
const PROBE = `
const reach = (read) => { try { return String(read()).length >= 0 && 'yes' } catch { return 'no' } }
report(['probe', {
  origin: self.origin,
  page: reach(() => parent.document.body.innerText),
  cookies: reach(() => document.cookie),
  storage: reach(() => localStorage.length),
}])
parent.postMessage({ width: 1999, height: 1999 }, '*')
`

const TAKE_OVER: Record<string, string> = {
  chat: `
const queued = window.Intercom.q.map((args) => [...args])
window.Intercom = (...args) => report(args)
queued.forEach(report)
portico.resize(300, 200)`,
  analytics: `
const list = window.dataLayer
const take = (args) => report([Object.prototype.toString.call(args), ...args])
list.forEach(take)
list.push = take`,
}

const queueOf = (name: string) => `
const list = window.${name}
list.forEach(report)
list.push = report`

export async function openOutsiders() {
  const received: Received[] = []
  const loaded: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://outsider')
    const as = searchParams.get('as') ?? ''
    if (pathname === '/calls') {
      let body = ''
      request.setEncoding('utf8').on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        received.push({ as, call: JSON.parse(body), at: Number(searchParams.get('at')) })
        // They are sent in parallel and may arrive in another order.
        received.sort((one, other) => one.at - other.at)
        response.writeHead(204).end()
      })
      return
    }
    loaded.push(as)
    response.writeHead(200, { 'content-type': 'text/javascript' })
    response.end(`{
let at = Date.now() * 1000
const report = (call) => {
  at += 1
  fetch('${url()}/calls?as=${as}&at=' + at, { method: 'POST', mode: 'no-cors', keepalive: true, body: JSON.stringify(call) })
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
    received,
    loaded,
    /** The calls of one script so far, without its probe. */
    callsOf: (as: string) => received.filter((one) => one.as === as && one.call[0] !== 'probe').map(({ call }) => call),
    forget: () => {
      received.length = 0
      loaded.length = 0
    },
  }
}
