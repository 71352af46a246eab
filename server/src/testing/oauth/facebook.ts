import { createHmac } from 'node:crypto'
import { bearerOf, NOT_SIGNED_IN, type Shape } from './shape.ts'

const client = { id: 'facebook-client', secret: 'facebook-client-secret' }

/** Facebook returns only the requested fields, to a client that proves the secret, and no email if the person has none. */
export const facebookShape: Shape = {
  provider: 'facebook',
  client,
  authorize_path: '/v23.0/dialog/oauth',
  token_path: '/v23.0/oauth/access_token',
  must_ask: [],
  callback_issuer_path: undefined,
  refuse: (code) => ({
    status: 400,
    headers: { 'www-authenticate': `OAuth "Facebook Platform" "${code}" "This authorization code has been used."` },
    body: { error: { message: 'This authorization code has been used.', type: 'OAuthException', code: 100 } },
  }),
  tokens: (_grant, access_token) => ({ access_token, token_type: 'bearer', expires_in: 5183944 }),
  pages: {
    '/v23.0/me': {
      endpoint: 'profile',
      answer: (request, _origin, grant) => {
        if (!grant) return NOT_SIGNED_IN
        const { query } = request
        const proof = createHmac('sha256', client.secret).update(bearerOf(request)).digest('hex')
        if (query.appsecret_proof !== proof) return { status: 400, body: { error: { type: 'GraphMethodException' } } }
        const { sub, email, name } = grant.person
        const fields = Object.entries({ name, email }).filter(
          ([field, value]) => value !== null && query.fields?.split(',').includes(field),
        )
        return { status: 200, body: { id: sub, ...Object.fromEntries(fields) } }
      },
    },
  },
}
