import type { billing } from '@portico/contract/billing.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { getDetails, saveDetails } from './details.ts'
import { listDocuments } from './documents.ts'
import { getHistory } from './history.ts'
import { setStatements } from './statements.ts'

export const billingHandlers: Handlers<typeof billing> = {
  getDetails,
  saveDetails,
  setStatements: change(setStatements),
  listDocuments,
  getHistory,
}
