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

/** OpenID Connect: the provider publishes a discovery document, which is fetched once, and signs its ID tokens. */
export function google({ url: issuer, id, secret }: OAuthClient, fetch: CustomFetch): Service {
  let known: Promise<Configuration> | undefined
  const discover = () => {
    // Without the second option, an ID token that came directly from the provider would be accepted unsigned.
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
