import type { billing } from '@portico/contract/billing.ts'
import type { Catalogue } from '#catalogue/room.ts'
import type { Handlers } from '#http/mount.ts'
import { getDetails, saveDetails } from './details.ts'
import { listDocuments } from './documents.ts'
import { getHistory } from './history.ts'

export function billingHandlers(catalogue: Catalogue): Handlers<typeof billing> {
  return {
    getDetails,
    saveDetails,
    listDocuments,
    getHistory: (ctx, input) => getHistory(ctx, catalogue, input),
  }
}
