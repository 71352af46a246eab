import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider, { type Configuration } from 'oidc-provider'

export interface OidcPerson {
  email: string
  email_verified: boolean
  name: string
  groups: string[]
}

const client = { client_id: 'portico', client_secret: 'a-secret-of-the-real-provider-0123456789' }
const SCOPES = 'openid email profile groups'

/**
 * A certified OpenID provider on loopback, with the given people and a sign-in page. Unlike `startTestIssuer` it follows every rule
 * of the standard, and returns claims only from its UserInfo endpoint.
 */
export async function startOidcProvider(redirect_uri: string, people: Record<string, OidcPerson>) {
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, configuration(redirect_uri, people))
  const serve = provider.callback()

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    if (!path.startsWith('/interaction/')) return void serve(request, reply)
    if (request.method !== 'POST') {
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(signInPage(path))
      return
    }
    const accountId = new URLSearchParams(await text(request)).get('account') ?? ''
    await provider.interactionFinished(request, reply, { login: { accountId } })
  }

  return {
    issuer,
    client,
    /** Acts as a browser without a session: signs in and is sent back. */
    async signIn(target_url: string, account: string): Promise<URL> {
      const cookies = new Map<string, string>()
      let at = new URL(target_url)
      while (!at.href.startsWith(redirect_uri)) {
        const isSignInPage = at.pathname.startsWith('/interaction/')
        const reply = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(isSignInPage && { method: 'POST', body: new URLSearchParams({ account }) }),
        })
        for (const set of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        const next = reply.headers.get('location')
        if (!next) throw new Error(`${at.href} answered ${reply.status}: ${await reply.text()}`)
        at = new URL(next, at)
      }
      return at
    },
    async close() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

function configuration(redirect_uri: string, people: Record<string, OidcPerson>): Configuration {
  return {
    clients: [{ ...client, redirect_uris: [redirect_uri], require_auth_time: true }],
    cookies: { keys: ['a key of the tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    scopes: SCOPES.split(' '),
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => {
      const person = people[id]
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) }
    },
    // The company has consented for its people.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: client.client_id,
        ...(oidc.session?.accountId && { accountId: oidc.session.accountId }),
      })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  }
}

function signInPage(path: string): string {
  return `<!doctype html><html lang="en"><title>Company sign-in</title><h1>Company sign-in</h1>
    <form method="post" action="${path}"><label>Account <input name="account"></label><button>Sign in</button></form>`
}
