import * as z from 'zod/mini'
import { droppableId, linkPart } from './form-fields.ts'
import { GIVEN_ROLES } from './role.ts'

/** The two parts of an invitation's link, by the seed's names; each is useless without the other. */
export const invitationKey = { parent_id: z.optional(droppableId), parent_token: linkPart }

const openInvitation = z.object({
  team: z.string(),
  inviter: z.string(),
  email: z.string(),
  role: z.enum(GIVEN_ROLES),
  /** A visitor who has an account with this address signs in to join. */
  has_account: z.boolean(),
  /** True where it was sent to the address of the signed-in user. */
  is_for_you: z.boolean(),
})
export type OpenInvitation = z.infer<typeof openInvitation>

/** The state of an invitation the visitor brought: null when it can no longer be used. */
export const checkedInvitation = z.object({ open: z.nullable(openInvitation) })
export type CheckedInvitation = z.infer<typeof checkedInvitation>

/** The team that was joined just now. */
export const joined = z.object({ team: z.string(), role: z.enum(GIVEN_ROLES) })
export type Joined = z.infer<typeof joined>
