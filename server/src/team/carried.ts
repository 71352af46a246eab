import { wholeId } from '@portico/contract/rules.ts'

/** The key of an invitation: the owner of the team, and the token of the mail. */
export interface InvitationKey {
  owner_id: number
  token: string
}

/** Pages an invitation's link can open; the sign-up accepts it too. */
const ADDRESSES = ['/accept-invitation', '/register', '/signup']

/** The invitation in the fields of a call. A token alone counts as one that cannot be used, and must not be ignored. */
export function givenInvitation(given: {
  parent_id?: number | undefined
  parent_token?: string | undefined
}): InvitationKey | undefined {
  return given.parent_token ? { owner_id: given.parent_id ?? 0, token: given.parent_token } : undefined
}

/** The invitation in the address of a page. */
export function carriedInvitation(address: string): InvitationKey | undefined {
  const [path = '', query = ''] = address.split('?')
  if (!ADDRESSES.includes(path.replace(/\/$/, ''))) return undefined
  const params = new URLSearchParams(query)
  const [pid, pt] = [params.get('pid'), params.get('pt')]
  return pid && pt ? { owner_id: wholeId(pid) ?? 0, token: pt } : undefined
}
