import {
  allowInsecureRequests,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import * as z from 'zod/mini'
import type { OAuthClient } from '#env/oauth.ts'
import { mayBeInClear } from './oauth-fetch.ts'
import { maybeText, recognised, type Service } from './oauth-service.ts'

const claimsOf = z.object({
  sub: z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/)),
  email: maybeText,
  email_verified: z.optional(z.unknown()),
  name: maybeText,
})

/** OpenID Connect: the provider describes itself, once asked, and signs who the person is. */
export function google({ url: issuer, id, secret }: OAuthClient, fetch: CustomFetch): Service {
  let known: Promise<Configuration> | undefined
  const discover = () => {
    // Without the second, a token that came straight from the provider would be believed unsigned.
    const execute = [...(mayBeInClear(issuer) ? [allowInsecureRequests] : []), enableNonRepudiationChecks]
    const metadata = { client_secret: secret, id_token_signed_response_alg: 'RS256' }
    return discovery(new URL(issuer), id ?? '', metadata, undefined, { execute, [customFetch]: fetch })
  }
  return {
    origin: issuer,
    scope: 'openid email profile',
    has_nonce: true,
    connect() {
      known ??= discover()
      return known
    },
    forget() {
      known = undefined
    },
    async recognise(_config, tokens) {
      const { sub, email, email_verified, name } = claimsOf.parse(tokens.claims())
      return recognised(sub, email, email_verified, name)
    },
  }
}
