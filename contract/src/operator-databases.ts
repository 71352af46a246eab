import * as z from 'zod/mini'
import { post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { by } from './operator-fields.ts'

/** Databases that are sold as files, part of `operator`. */
export const databaseOperations = {
  /** From a folder on the disk of the server, which only the command line may name. */
  publishDatabase: post('/api/operator/database-publish', {
    caller: 'operator',
    input: z.strictObject({ folder: text(1000).check(z.minLength(1)), by }),
    output: z.object({
      database: z.string(),
      version: z.string(),
      files: z.int(),
      purchases: z.int(),
      mails: z.int(),
    }),
  }),
}
