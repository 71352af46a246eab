import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { queryNumber, text } from './form-fields.ts'
import { by, reason, typed } from './operator-fields.ts'
import { TOKEN_SCOPES } from './staff-permissions.ts'

const name = text(40).check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 small letters, digits and dashes'))
const DAYS_MAX = 366

/** Tokens of the provider's own programs, part of `operator`. */
export const tokenOperations = {
  /** The token is shown once. */
  addToken: post('/api/operator/token', {
    caller: 'operator',
    staff: 'manage_staff',
    input: z.strictObject({
      name,
      scopes: typed(
        z
          .array(z.enum(TOKEN_SCOPES, `must be of ${TOKEN_SCOPES.join(', ')}`))
          .check(z.minLength(1, 'must name one at least'), z.maxLength(TOKEN_SCOPES.length, 'has one twice')),
        `what it may do, such as see_customers,refund_calls; known are ${TOKEN_SCOPES.join(', ')}`,
        { value: 'scopes' },
      ),
      days: typed(
        z._default(
          z.int().check(z.gte(1, `must be 1 to ${DAYS_MAX}`), z.lte(DAYS_MAX, `must be 1 to ${DAYS_MAX}`)),
          90,
        ),
        'how long it works',
      ),
      reason,
      by,
    }),
    output: z.object({ name: z.string(), token: z.string(), expires_at: z.string() }),
  }),
  listTokens: get('/api/operator/tokens', {
    caller: 'operator',
    staff: 'see_audit',
    input: z.strictObject({ limit: z._default(queryNumber(1, 500), 100) }),
    output: z.object({
      tokens: z.array(
        z.object({
          name: z.string(),
          scopes: z.array(z.string()),
          state: z.enum(['active', 'expired', 'revoked']),
          created_by: z.string(),
          created_at: z.string(),
          expires_at: z.string(),
          last_used_at: z.nullable(z.string()),
          revoked_at: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  revokeToken: post('/api/operator/token-revoke', {
    caller: 'operator',
    staff: 'manage_staff',
    input: z.strictObject({ name, reason, by }),
    output: z.object({ name: z.string(), revoked: z.boolean() }),
  }),
  /** All operator endpoints, for programs. */
  openApi: get('/api/operator/openapi.json', {
    caller: 'operator',
    staff: 'use_console',
    input: z.strictObject({}),
    output: z.record(z.string(), z.unknown()),
  }),
}
