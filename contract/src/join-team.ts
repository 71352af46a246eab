import * as z from 'zod/mini'
import { post } from './endpoint.ts'
import { checkedInvitation, invitationKey, joined } from './invitation.ts'
import { user } from './user.ts'

/** Calls of an invited visitor, apart from those of the team's own card, which the sign-in page does not load. */
export const joinTeam = {
  /** Takes what the link carried; only the holder of the token learns anything. */
  checkInvitation: post('/api/team/check-invitation', {
    caller: 'public',
    input: z.strictObject(invitationKey),
    output: checkedInvitation,
  }),
  /** From here on the session works on the team's login. */
  acceptInvitation: post('/api/team/accept', {
    caller: 'user',
    renewsSession: true,
    proof: { none: 'the link came to the address it invites' },
    input: z.strictObject(invitationKey),
    output: z.object({ user, joined }),
    without_factor: 'allowed',
  }),
}
