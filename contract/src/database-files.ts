import * as z from 'zod/mini'
import { databaseId, LOOKS, location } from './databases.ts'
import { uuid } from './form-fields.ts'

/** A few records to try a loader with. */
export const sampleFile = {
  path: '/api/databases/sample-file',
  caller: LOOKS,
  input: z.strictObject({ id: databaseId, location, format: z.enum(['jsonl', 'csv']) }),
} as const

export const purchaseReceipt = {
  path: '/api/databases/receipt',
  caller: { module: '/databases/purchases', action: 'buy_databases' },
  input: z.strictObject({ id: uuid }),
} as const

/** Serves the files to the holder of a signed link, as long as the user who made the link may download. */
export const FILE_PATH = '/api/databases/files'
