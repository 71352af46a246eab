import { wholeId } from '@portico/contract/rules.ts'
import { forget, recall, remember } from '#lib/storage.ts'

/** The two parts of an invitation's link, by the names they are sent under. */
export interface InvitationKey {
  parent_id: number
  parent_token: string
}

/** For browsers that refuse to store anything: the invitation is not to be lost between the link and the form. */
let inMemory: InvitationKey | undefined

/** The invitation in an address. One whose number is none is kept too: the server then says that it cannot be used. */
export function invitationIn(search: string): InvitationKey | undefined {
  const asked = new URLSearchParams(search)
  const [pid, pt] = [asked.get('pid'), asked.get('pt')]
  return pid && pt ? { parent_id: wholeId(pid) ?? 0, parent_token: pt } : undefined
}

/** The rest of an address without its invitation. */
export function withoutInvitation(search: string): string {
  const asked = new URLSearchParams(search)
  asked.delete('pid')
  asked.delete('pt')
  const rest = asked.toString()
  return rest ? `?${rest}` : ''
}

export function keepInvitation(key: InvitationKey): void {
  inMemory = key
  remember('pid', key.parent_id)
  remember('pt', key.parent_token)
}

export function keptInvitation(): InvitationKey | undefined {
  const [parent_id, parent_token] = [recall('pid'), recall('pt')]
  return parent_id !== undefined && parent_token ? { parent_id, parent_token } : inMemory
}

export function forgetInvitation(): void {
  inMemory = undefined
  forget('pid')
  forget('pt')
}
