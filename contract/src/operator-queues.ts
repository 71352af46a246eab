import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Work queues, part of `operator`. */
export const queueOperations = {
  queues: endpoint({
    method: 'GET',
    path: '/api/operator/queues',
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({
      /** Bookings (`meter`) and admissions are of the answering instance, all others of the installation. */
      queues: z.array(
        z.object({
          queue: z.string(),
          /** Items that are due and not done. */
          waiting: z.number(),
          /** How long the oldest of them has been due. */
          oldest_s: z.number(),
          /** Items given up within the last day; null where none is ever given up. */
          failed: z.nullable(z.number()),
        }),
      ),
      /** Calls in progress, and the money they hold. */
      holds: z.object({ count: z.number(), oldest_s: z.number(), held_micros: z.int() }),
      /** Jobs of the answering instance, since its start. */
      jobs: z.array(z.object({ job: z.string(), last_success: z.string(), failures: z.number() })),
    }),
  }),
}
