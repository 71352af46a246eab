import * as z from 'zod/mini'
import { GIVEN_ROLES } from './role.ts'

/** An invitation this browser has opened; `is_for_you` when it was sent to the address of who is signed in. */
export const pendingInvitation = z.object({
  team: z.string(),
  email: z.string(),
  role: z.enum(GIVEN_ROLES),
  is_for_you: z.boolean(),
})
