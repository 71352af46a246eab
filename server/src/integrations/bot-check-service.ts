import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Env } from '#env/env.ts'
import { codesOf, refusal } from './oauth-failure.ts'
import { type Limits, limitedFetch } from './oauth-fetch.ts'

const ADDRESS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

/** A service that failed is not called again for this long, so that no visitor waits for it in the meantime. */
const REST_MS = 60_000
/** Google's recommended threshold between people and programs. */
const SCORE_MIN = 0.5
/** The service is up but does not judge tokens: it failed internally, or our secret is wrong. */
const NO_JUDGEMENT = ['internal-error', 'missing-input-secret', 'invalid-input-secret']

/** Codes with which a service rejects the request itself, such as one with a token of absurd length. */
const UNREADABLE = [400, 413, 414, 431]

const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.nullish(z.array(z.string())),
  action: z.nullish(z.string()),
  hostname: z.nullish(z.string()),
  score: z.nullish(z.number()),
  challenge_ts: z.nullish(z.string()),
})
type Verdict = z.infer<typeof verdict>

/** The form and the site for which the token was issued. */
interface Wanted {
  action: string
  hostname: string
}

interface Needs {
  env: Pick<Env, 'bot_check'>
  clock: { now(): Date }
  log: Pick<Logger, 'warn'>
}

/** A hosted verifier. While it is down its tokens are not accepted: a proof of work replaces it, never a pass. */
export function openService(
  { env, clock, log }: Needs,
  kind: 'turnstile' | 'recaptcha',
  { lives_ms, ...limits }: Limits & { lives_ms: number },
) {
  const { secret, url = ADDRESS[kind] } = env.bot_check
  const send = limitedFetch([url], limits)
  let down_until_ms = 0
  const isDown = () => clock.now().getTime() < down_until_ms

  async function ask(token: string, ip: string): Promise<Verdict> {
    const body = new URLSearchParams({ secret, response: token, remoteip: ip })
    const answer = await send(url, { method: 'POST', headers: {}, body, redirect: 'manual' })
    const json: unknown = await answer.json().catch((error: unknown) => {
      // The visitor chooses the token, so an unreadable reply to this one request is no evidence about the service.
      if (UNREADABLE.includes(answer.status)) return { success: false }
      throw error
    })
    const given = verdict.parse(json)
    const fault = given['error-codes']?.find((code) => NO_JUDGEMENT.includes(code))
    if (!given.success && fault) throw refusal(fault.replaceAll('-', '_'))
    return given
  }

  /** A token issued for another form, another site or too long ago is refused. */
  function isOurs({ success, action, hostname, score, challenge_ts }: Verdict, wanted: Wanted): boolean {
    // Used tokens are remembered for the lifetime of a token, so a token without a timestamp could be used again.
    const age_ms = clock.now().getTime() - Date.parse(challenge_ts ?? '')
    const is_fresh = Math.abs(age_ms) <= lives_ms
    const is_human = kind === 'turnstile' || (score ?? 0) >= SCORE_MIN
    return success && is_fresh && is_human && action === wanted.action && hostname === wanted.hostname
  }

  return {
    isDown,
    async isValid(token: string, wanted: Wanted, ip: string): Promise<boolean> {
      if (isDown() || !/^[\w.-]+$/.test(token)) return false
      try {
        return isOurs(await ask(token, ip), wanted)
      } catch (error) {
        down_until_ms = clock.now().getTime() + REST_MS
        log.warn({ kind, codes: codesOf(error) }, 'bot check service unavailable, falling back to proof of work')
        return false
      }
    },
  }
}
