import type { billing } from '@portico/contract/billing.ts'
import type { Handlers } from '#http/mount.ts'
import { getDetails, saveDetails } from './details.ts'
import { listDocuments } from './documents.ts'
import { getHistory } from './history.ts'
import { setStatements } from './statements.ts'

export const billingHandlers: Handlers<typeof billing> = {
  getDetails,
  saveDetails,
  setStatements,
  listDocuments,
  getHistory,
}
