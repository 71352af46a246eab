import { createHmac } from 'node:crypto'
import type { CustomFetch } from 'openid-client'
import * as z from 'zod/mini'
import type { OAuthClient } from '#env/oauth.ts'
import { ask, describedByHand, maybeText, recognised, type Service } from './oauth-service.ts'

const VERSION = 'v23.0'
const meOf = z.object({ id: z.string().check(z.regex(/^\d{1,40}$/)), email: maybeText, name: maybeText })

/** Plain OAuth 2. Facebook does not state whether an address is verified, so it never counts as verified. */
export function facebook(client: OAuthClient, fetch: CustomFetch): Service {
  const { url, api_url } = client
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/${VERSION}/dialog/oauth`,
    token_endpoint: `${api_url}/${VERSION}/oauth/access_token`,
  }
  const config = describedByHand(server, client, fetch)
  return {
    origin: url,
    scope: 'email',
    has_nonce: false,
    connect: async () => config,
    forget() {},
    async recognise(config, tokens) {
      // Proves that the caller has the app's secret, so that a stolen token is useless elsewhere.
      const appsecret_proof = createHmac('sha256', client.secret).update(tokens.access_token).digest('hex')
      const query = new URLSearchParams({ fields: 'id,name,email', appsecret_proof })
      const { id, email, name } = await ask(config, tokens, `${api_url}/${VERSION}/me?${query}`, meOf)
      return recognised(id, email, false, name)
    },
  }
}
