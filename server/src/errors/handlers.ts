import type { errors } from '@portico/contract/errors.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Handlers } from '#http/mount.ts'
import { getError } from './get-error.ts'
import { getErrorChoices } from './get-error-choices.ts'
import { getErrorGroups } from './get-error-groups.ts'
import { getErrorHistogram } from './get-error-histogram.ts'
import { getErrorRows } from './get-error-rows.ts'
import { resendWebhooks, type SendAgain } from './resend-webhooks.ts'

export function errorsHandlers(catalogue: Catalogue, sendAgain: SendAgain): Handlers<typeof errors> {
  return {
    getErrorChoices: (ctx, input) => getErrorChoices(ctx, catalogue, input),
    getErrorGroups: (ctx, input) => getErrorGroups(ctx, catalogue, input),
    getErrorHistogram: (ctx, input) => getErrorHistogram(ctx, input),
    getErrorRows: (ctx, input) => getErrorRows(ctx, catalogue, input),
    getError: (ctx, input) => getError(ctx, catalogue, input),
    resendWebhooks: (ctx, input) => resendWebhooks(ctx, sendAgain, input),
  }
}
