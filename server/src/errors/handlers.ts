import type { errors } from '@portico/contract/errors.ts'
import type { Handlers } from '#http/mount.ts'
import { getError, getErrorAnswer } from './get-error.ts'
import { getErrorChoices } from './get-error-choices.ts'
import { getErrorGroups } from './get-error-groups.ts'
import { getErrorHistogram } from './get-error-histogram.ts'
import { getErrorRows } from './get-error-rows.ts'
import { resendWebhooks, type SendAgain } from './resend-webhooks.ts'

export function errorsHandlers(sendAgain: SendAgain): Handlers<typeof errors> {
  return {
    getErrorChoices,
    getErrorGroups,
    getErrorHistogram,
    getErrorRows,
    getError,
    getErrorAnswer,
    resendWebhooks: (ctx, input) => resendWebhooks(ctx, sendAgain, input),
  }
}
