import { wholeId } from '@portico/contract/rules.ts'
import { forget, recall, remember } from '#lib/storage.ts'

/** The two parts of an invitation's link, by the names they are sent under. */
export interface InvitationKey {
  parent_id: number
  parent_token: string
}

/** For browsers that refuse to store anything: the invitation must not be lost between the link and the form. */
let inMemory: InvitationKey | undefined

/**
 * The invitation in an address. One with an invalid number is stored too: the server then reports that it cannot be
 * used.
 */
export function invitationIn(search: string): InvitationKey | undefined {
  const params = new URLSearchParams(search)
  const [pid, pt] = [params.get('pid'), params.get('pt')]
  return pid && pt ? { parent_id: wholeId(pid) ?? 0, parent_token: pt } : undefined
}

/** The rest of an address without its invitation. */
export function withoutInvitation(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('pid')
  params.delete('pt')
  const rest = params.toString()
  return rest ? `?${rest}` : ''
}

export function storeInvitation(key: InvitationKey): void {
  inMemory = key
  remember('pid', key.parent_id)
  remember('pt', key.parent_token)
}

export function storedInvitation(): InvitationKey | undefined {
  const [parent_id, parent_token] = [recall('pid'), recall('pt')]
  return parent_id !== undefined && parent_token ? { parent_id, parent_token } : inMemory
}

export function forgetInvitation(): void {
  inMemory = undefined
  forget('pid')
  forget('pt')
}
