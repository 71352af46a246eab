import { useHydrated } from '#lib/hydrated.ts'
import { recall, remember } from '#lib/storage.ts'

/** As long as the link in the mail works. */
const DAY_MS = 24 * 60 * 60 * 1000

export function rememberSignUp(email: string): void {
  remember('sign_up', { email, at_ms: Date.now() })
  remember('sent_to', email)
}

/**
 * The address typed before in this browser, for the next form with an e-mail field. Server-drawn markup may not contain
 * it.
 */
export function useKnownEmail(): string | undefined {
  const isAlive = useHydrated()
  if (!isAlive) return undefined
  const signUp = recall('sign_up')
  const isRecent = signUp !== undefined && Date.now() - signUp.at_ms < DAY_MS
  return recall('typed_email') ?? (isRecent ? signUp.email : undefined)
}
