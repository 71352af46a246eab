import { isKnownCode, type KnownCode } from '@portico/contract/code-facts.ts'
import { CODE } from '@portico/contract/codes.ts'
import { ACCOUNT_CODES } from './account-codes.ts'
import { CALL_CODES } from './call-codes.ts'
import type { Explanation } from './explanation.ts'

/** Every code of the API: one that is missing does not compile. */
export const CODE_TEXTS: Record<KnownCode, Explanation> = { ...ACCOUNT_CODES, ...CALL_CODES }

const FROM_THE_SOURCE: Explanation = {
  title: 'Response from the data source',
  cause: 'The data source of this function returned its own code.',
  fix: 'See the message for details. If it does not help, send us the request ID.',
}

export function explain(code: number): Explanation {
  return isKnownCode(code) ? CODE_TEXTS[code] : FROM_THE_SOURCE
}

/** The code of a webhook only shows why we gave up; the reply of the customer's server matters more. */
export function explainWebhook(code: number, http_status: number | null): Explanation {
  if (http_status !== null)
    return {
      title: 'Your server returned an error',
      cause: 'A webhook counts as delivered when your server responds with a status from 200 to 299.',
      fix: 'Check your server log for this time, then resend the webhook.',
    }
  if (code === CODE.invalidField)
    return {
      title: 'The webhook address is not allowed',
      cause: 'Webhooks can only be sent to public addresses.',
      fix: 'Use a public address in pingback_url or postback_url.',
    }
  return {
    title: 'Your server could not be reached',
    cause: 'There was no connection, or no response within 10 seconds.',
    fix: 'Check that the address can be reached from the internet, then resend the webhook.',
  }
}
