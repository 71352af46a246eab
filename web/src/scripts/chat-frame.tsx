import type { PublicScript } from '@portico/contract/script-settings.ts'
import type { User } from '@portico/contract/user.ts'
import { users } from '@portico/contract/users.ts'
import { call } from '#lib/api.ts'
import { useOnce } from '#lib/use-once.ts'
import { personFor } from './disclosures.ts'
import { ScriptFrame } from './script-frame.tsx'
import { recordConsent } from './store.ts'

/** The chat is loaded once the server has signed the user's identity: without it, it is never loaded. */
export function ChatFrame({ script, user }: { script: PublicScript; user: User }) {
  const { answer } = useOnce(chatToken)
  const person = answer.state === 'here' ? personFor('chat', user, answer.value) : undefined
  return person ? <ScriptFrame script={script} person={person} renew={renewed} /> : null
}

/** The server looks into the user's record first, so that has to be there. */
async function chatToken(): Promise<string | undefined> {
  await recordConsent()
  return (await call(users.getUserData, {})).user.intercom_token ?? undefined
}

/** A timer calls this one: unlike the first, it keeps no idle session alive. */
async function renewed(): Promise<string | undefined> {
  return (await call(users.getUpdatedUserObject, {})).user.intercom_token ?? undefined
}
