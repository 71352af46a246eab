import { NOT_SIGNED_IN, type Shape } from './shape.ts'

/** GitHub refuses a code with status 200, and identifies an account by number only. */
export const githubShape: Shape = {
  provider: 'github',
  client: { id: 'github-client', secret: 'github-client-secret' },
  authorize_path: '/login/oauth/authorize',
  token_path: '/login/oauth/access_token',
  must_ask: [],
  callback_issuer_path: '/login/oauth',
  refuse: (code) => ({
    status: 200,
    body: { error: code === 'invalid_grant' ? 'bad_verification_code' : 'incorrect_client_credentials' },
  }),
  tokens: ({ requested: query }, access_token) => ({ access_token, token_type: 'bearer', scope: query.scope }),
  pages: {
    '/user': {
      endpoint: 'profile',
      answer: ({ headers }, _origin, grant) => {
        if (!headers['user-agent']) return { status: 403, body: { message: 'Administrative rules' } }
        if (!grant) return NOT_SIGNED_IN
        const { sub, name } = grant.person
        // The public email of the profile, which is not verified.
        return { status: 200, body: { id: Number(sub), login: 'somebody', name, email: 'public@example.com' } }
      },
    },
    '/user/emails': {
      endpoint: 'emails',
      answer: (_request, _origin, grant) => {
        if (!grant) return NOT_SIGNED_IN
        if (!grant.requested.scope?.split(/[ ,]/).includes('user:email'))
          return { status: 404, body: { message: 'Not Found' } }
        const { email, email_verified } = grant.person
        const other = { email: 'other@example.com', primary: false, verified: true, visibility: null }
        const primary = { email, primary: true, verified: email_verified, visibility: 'private' }
        return { status: 200, body: email === null ? [other] : [other, primary] }
      },
    },
  },
}
