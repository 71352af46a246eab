import type { billing } from '@portico/contract/billing.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Handlers } from '#http/mount.ts'
import { getDetails, saveDetails } from './details.ts'
import { listDocuments } from './documents.ts'
import { getHistory } from './history.ts'
import { setStatements } from './statements.ts'

export function billingHandlers(catalogue: Catalogue): Handlers<typeof billing> {
  return {
    getDetails,
    saveDetails,
    setStatements,
    listDocuments,
    getHistory: (ctx, input) => getHistory(ctx, catalogue, input),
  }
}
