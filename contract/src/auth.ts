import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, password } from './rules.ts'
import { user } from './user.ts'

export const auth = {
  authenticate: endpoint({
    method: 'POST',
    path: '/api/auth/authenticate',
    caller: 'public',
    input: z.strictObject({ email, password }),
    output: z.object({ user }),
  }),
  signout: endpoint({
    method: 'POST',
    path: '/api/auth/signout',
    caller: 'public',
    input: z.strictObject({}),
    output: z.object({ type: z.literal('success') }),
  }),
}
