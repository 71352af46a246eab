import type { Party } from '@portico/contract/parties.ts'
import { thirdparty } from '@portico/contract/thirdparty.ts'
import type { User } from '@portico/contract/user.ts'
import { useAnswer } from '#lib/answer.ts'
import { call } from '#lib/api.ts'
import { recordConsent } from './known.ts'
import { PartyFrame } from './party-frame.tsx'
import { personFor } from './told.ts'

/** The chat is loaded once the server has said who the user is: to those it does not, it never comes. */
export function ChatFrame({ party, user }: { party: Party; user: User }) {
  const { answer } = useAnswer(chatToken)
  const person = answer.state === 'here' ? personFor('chat', user, answer.value) : undefined
  return person ? <PartyFrame party={party} person={person} renew={chatToken} /> : null
}

/** The server looks into the user's record first, so that has to be there. */
async function chatToken(): Promise<string | undefined> {
  await recordConsent()
  const { token } = await call(thirdparty.chatIdentity, {})
  return token ?? undefined
}
