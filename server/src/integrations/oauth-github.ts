import type { CustomFetch } from 'openid-client'
import * as z from 'zod/mini'
import type { OAuthClient } from '#env/oauth.ts'
import { ask, describedByHand, maybeText, recognised, type Service } from './oauth-service.ts'

const userOf = z.object({ id: z.int().check(z.positive()), name: maybeText })
const emailsOf = z.array(z.object({ email: maybeText, primary: z.boolean(), verified: z.boolean() }))

/** Plain OAuth 2. The account number is permanent; names and addresses move between people. */
export function github(client: OAuthClient, fetch: CustomFetch): Service {
  const { url, api_url } = client
  const server = {
    // GitHub sends this as `iss` of the callback since April 2026.
    issuer: `${url}/login/oauth`,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  }
  const config = describedByHand(server, client, fetch)
  return {
    origin: url,
    scope: 'user:email',
    has_nonce: false,
    connect: async () => config,
    forget() {},
    async recognise(config, tokens) {
      const [{ id, name }, emails] = await Promise.all([
        ask(config, tokens, `${api_url}/user`, userOf),
        ask(config, tokens, `${api_url}/user/emails?per_page=100`, emailsOf),
      ])
      const primary = emails.find((one) => one.primary)
      return recognised(String(id), primary?.email, primary?.verified, name)
    },
  }
}
