import type { CaptchaAction } from '@portico/contract/auth.ts'
import { type BotChallenge, NO_TOKEN, type ProofOfWork } from '@portico/contract/bot-check.ts'
import { solveProof } from './solve-proof.ts'

type FetchChallenge = (action: CaptchaAction) => Promise<BotChallenge>
type Service = Exclude<BotChallenge, ProofOfWork | { kind: 'off' }>
/** Returns a token of Turnstile or reCAPTCHA. */
export type AskService = (service: Service, action: CaptchaAction) => Promise<string>

/** reCAPTCHA's tokens live two minutes, all others longer. */
const FRESH_MS = 100_000

const prepared = new Map<CaptchaAction, { token: Promise<string>; at_ms: number }>()

/** Begins the invisible check when a form is first touched, so that sending it does not wait. */
export function prepareCaptcha(action: CaptchaAction, fetchChallenge: FetchChallenge, askService?: AskService): void {
  const known = prepared.get(action)
  if (known && Date.now() - known.at_ms < FRESH_MS) return
  const token = fetchChallenge(action).then((challenge) => answer(challenge, action, askService))
  const made = { token, at_ms: Date.now() }
  prepared.set(action, made)
  // The sender of the form receives the error; preparing fails silently and may be tried again.
  token.catch(() => prepared.get(action) === made && prepared.delete(action))
}

/** A token for one call: it is worth nothing a second time. */
export async function captchaToken(
  action: CaptchaAction,
  fetchChallenge: FetchChallenge,
  askService?: AskService,
): Promise<string> {
  prepareCaptcha(action, fetchChallenge, askService)
  const token = prepared.get(action)?.token
  prepared.delete(action)
  return token ?? ''
}

async function answer(challenge: BotChallenge, action: CaptchaAction, ask: AskService | undefined): Promise<string> {
  if (challenge.kind === 'off') return 'off'
  if (challenge.kind === 'proof-of-work') return solveProof(challenge)
  // A blocked script or a service that does not answer: if it is down, the server's next challenge is a proof of work.
  const token = await ask?.(challenge, action).catch(() => undefined)
  return token ?? NO_TOKEN
}
