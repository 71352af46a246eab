import { isKnownCode, type KnownCode } from '@portico/contract/codes.ts'
import { ACCOUNT_CODES } from './account-codes.ts'
import { CALL_CODES } from './call-codes.ts'
import type { Explanation } from './explanation.ts'

/** Every code of the API: one that is missing does not compile. */
export const CODE_TEXTS: Record<KnownCode, Explanation> = { ...ACCOUNT_CODES, ...CALL_CODES }

const FROM_THE_SOURCE: Explanation = {
  title: 'Answer of the data source',
  cause: 'The source behind this function answered with a code of its own.',
  fix: 'The message says more. If it does not help, send us the request id.',
}

export function explain(code: number): Explanation {
  return isKnownCode(code) ? CODE_TEXTS[code] : FROM_THE_SOURCE
}

/** Of a webhook the code says only why we gave up; what the customer's server said matters more. */
export function explainWebhook(code: number, http_status: number | null): Explanation {
  if (http_status !== null)
    return {
      title: 'Your server answered with an error',
      cause: 'A webhook counts as delivered when your server answers with a status from 200 to 299.',
      fix: 'Look into the log of your server at this time, then send the webhook again.',
    }
  if (code === 40501)
    return {
      title: 'The address of the webhook is not allowed',
      cause: 'Webhooks go to public addresses only.',
      fix: 'Use a public address in pingback_url or postback_url.',
    }
  return {
    title: 'Your server could not be reached',
    cause: 'There was no connection, or no answer within 10 seconds.',
    fix: 'Check that the address can be reached from the internet, then send the webhook again.',
  }
}
