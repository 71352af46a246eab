import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What waits to be done, part of `operator`. */
export const queueOperations = {
  queues: endpoint({
    method: 'GET',
    path: '/api/operator/queues',
    caller: 'operator',
    input: z.strictObject({}),
    output: z.object({
      /** Those of bookings (`meter`) and admissions are of the instance that answers, all others of the installation. */
      queues: z.array(
        z.object({
          queue: z.string(),
          /** Due and not done. */
          waiting: z.number(),
          /** How long the oldest of them has been due. */
          oldest_s: z.number(),
          /** Given up within the last day; null where nothing is given up. */
          failed: z.nullable(z.number()),
        }),
      ),
      /** Calls under way, and the money they hold. */
      holds: z.object({ count: z.number(), oldest_s: z.number(), held_micros: z.int() }),
      /** Of the instance that answers, since its start. */
      jobs: z.array(z.object({ job: z.string(), last_success: z.string(), failures: z.number() })),
    }),
  }),
}
