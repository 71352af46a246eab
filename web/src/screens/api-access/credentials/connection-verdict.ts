import { statusClass } from '@portico/contract/code-facts.ts'
import { CODE } from '@portico/contract/codes.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

/** The target of a verdict's button. */
export type Remedy = 'funds' | 'limits' | 'ips' | 'subscription' | 'errors'

export interface Verdict {
  tone: 'good' | 'warn' | 'bad'
  title: MessageKey
  /** The meaning and the remedy. */
  advice: MessageKey
  remedy?: Remedy
}

const NO_FUNDS: Verdict = {
  tone: 'bad',
  title: 'Your balance is used up',
  advice: 'The credentials are correct, but paid requests are refused until you add funds. The sandbox stays free.',
  remedy: 'funds',
}

const REPEATED: Verdict = {
  tone: 'warn',
  title: 'Identical tasks are being refused',
  advice: 'The same task was sent too often. Raise or turn off the limit on duplicate tasks in the settings.',
  remedy: 'limits',
}

const UPSTREAM: Verdict = {
  tone: 'warn',
  title: 'The API did not respond in time',
  advice: 'The problem is not on your side. Try again in a minute.',
}

const VERDICTS: Record<number, Verdict> = {
  [CODE.ok]: {
    tone: 'good',
    title: 'The connection works',
    advice: 'The API accepts these credentials. Your programs can use them as they are.',
  },
  [CODE.unauthorized]: {
    tone: 'bad',
    title: 'The API does not accept these credentials',
    advice: 'The login is turned off, or its password was changed a moment ago. Wait a second and test again.',
  },
  [CODE.unverifiedAccount]: {
    tone: 'bad',
    title: 'Your e-mail is not confirmed',
    advice: 'Open the e-mail we sent you and confirm your address. Until then, the API refuses all requests.',
  },
  [CODE.balanceEmpty]: NO_FUNDS,
  [CODE.balanceTooLow]: NO_FUNDS,
  [CODE.onHold]: {
    tone: 'bad',
    title: 'Your account is on hold',
    advice: 'Requests are refused until the hold is lifted. Please contact support.',
  },
  [CODE.rateLimit]: {
    tone: 'warn',
    title: 'Too many requests per minute',
    advice: 'The credentials are correct. Spread your requests over time, then test again.',
    remedy: 'limits',
  },
  [CODE.costLimit]: {
    tone: 'warn',
    title: 'The daily limit is reached',
    advice: 'The credentials are correct, but paid requests are refused until 00:00 UTC or until you raise the limit.',
    remedy: 'limits',
  },
  [CODE.subscriptionNeeded]: {
    tone: 'warn',
    title: 'Subscription required',
    advice: 'The credentials are correct, but this API requires an active subscription.',
    remedy: 'subscription',
  },
  [CODE.duplicatesPerHour]: REPEATED,
  [CODE.duplicatesPerDay]: REPEATED,
  [CODE.addressRefused]: {
    tone: 'bad',
    title: 'This IP address is not allowed',
    advice: 'The password is correct, but the request came from an IP address that is not on the list under IP access.',
    remedy: 'ips',
  },
  [CODE.tooManyAtOnce]: {
    tone: 'warn',
    title: 'Too many concurrent requests',
    advice: 'The credentials are correct. Wait until some of your requests have finished, then test again.',
    remedy: 'limits',
  },
  [CODE.sourceUnavailable]: UPSTREAM,
  [CODE.sourceTimeout]: UPSTREAM,
}

const SERVER: Verdict = {
  tone: 'bad',
  title: 'The API could not respond',
  advice: 'The problem is not on your side. Try again in a minute. If it continues, contact support.',
}

const OTHER: Verdict = {
  tone: 'warn',
  title: 'The API refused the test',
  advice: 'The code below explains why. Your latest refused requests are listed under Errors.',
  remedy: 'errors',
}

/** The meaning of an API code for a customer who has just tried the credentials. */
export function verdictOf(status_code: number): Verdict {
  const known = Object.hasOwn(VERDICTS, status_code) ? VERDICTS[status_code] : undefined
  return known ?? (statusClass(status_code) === 'server' ? SERVER : OTHER)
}
