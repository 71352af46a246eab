import { passkeySignIn } from '@portico/contract/passkeys.ts'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { recall, remember } from '#lib/storage.ts'

/** True when one was created or used in this browser: users without one do not see the button. */
export function knowsPasskey(): boolean {
  return recall('has_passkey') === true
}

type Creation = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON']

/** Lets the browser make a passkey for this site. Closing the browser's window creates none. */
export async function makePasskey(options: Creation) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
    remember('has_passkey', true)
    const { clientDataJSON, attestationObject, transports } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  } catch {
    throw new Problem('passkey_failed')
  }
}

/** Lets the browser ask for a passkey of this site. Who closes its window, or has none, has given none. */
export async function givePasskey() {
  const { options } = await call(passkeySignIn.passkeyChallenge, {})
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options })
    remember('has_passkey', true)
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
  } catch {
    throw new Problem('passkey_failed')
  }
}
