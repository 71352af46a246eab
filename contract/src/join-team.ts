import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { checkedInvitation, invitationKey, joined } from './invitation.ts'
import { user } from './user.ts'

/** What whoever is invited asks, apart from the calls of the team's own card: the sign-in page brings none of those. */
export const joinTeam = {
  /** Asked with what the link carried; only who holds the token learns anything. */
  checkInvitation: endpoint({
    method: 'POST',
    path: '/api/team/check-invitation',
    caller: 'public',
    input: z.strictObject(invitationKey),
    output: checkedInvitation,
  }),
  /** From here on the session works on the team's login. */
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/team/accept',
    caller: 'user',
    proof: { none: 'the link came to the address it invites' },
    input: z.strictObject(invitationKey),
    output: z.object({ user, joined }),
    without_factor: 'allowed',
  }),
}
