import * as z from 'zod/mini'
import { post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { account, by, reason, typed } from './operator-fields.ts'
import { detailsOfCall } from './operator-requests.ts'

const link = z.object({ url: z.string(), seconds: z.number() })

/** Links that sign someone in, part of `operator`. */
export const linkOperations = {
  impersonate: post('/api/operator/impersonate', {
    caller: 'operator',
    staff: 'act_as',
    input: z.strictObject({
      staff: account.check(z.meta({ value: 'staff e-mail' })),
      user: account.check(z.meta({ value: 'user e-mail' })),
      reason: typed(reason, 'why; it is recorded and shown to the customer'),
      to: z.optional(detailsOfCall),
      by,
    }),
    output: link,
  }),
  onetime: post('/api/operator/onetime', {
    caller: 'operator',
    staff: 'make_links',
    input: z.strictObject({
      user: account,
      kind: typed(
        z._default(z.enum(['onetime', 'token', 'registration']), 'onetime'),
        'kind of link; registration is a token that marks the first session',
      ),
      to: typed(
        z.optional(text(81).check(z.regex(/^[a-z0-9-]{1,40}\/[a-z0-9-]{1,40}$/, 'must look like users/getrows'))),
        'where a onetime link leads, like users/getrows',
        { value: 'path' },
      ),
      mail: typed(z._default(z.boolean(), false), 'yes: send it to the user instead of printing it'),
      by,
    }),
    output: link,
  }),
}
