import type { ServerResponse } from 'node:http'
import { type Called, NOT_CALLED } from './metrics.ts'
import type { Reply } from './wire/envelope.ts'
import type { Upload } from './wire/read-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gateway's `onRequest` hook. */
    inFlight: InFlightRequest | undefined
  }
}

/** The state of one request while the gateway answers it. */
export interface InFlightRequest {
  id: string
  is_flat: boolean
  /** The endpoint, and the login once it is known. */
  called: Called
  /** A plain document is called: the answer has no envelope. */
  is_plain: boolean
  /** Set once the call is admitted. */
  answer: ((upload: Upload) => Promise<Reply>) | undefined
  /** Runs `done` when the response is sent or the client is gone, but not before the call itself has ended. */
  onOver(done: () => void): void
  run(call: Promise<Reply>): Promise<Reply>
  /** The connection is closed and no call is in progress. */
  isOver(): boolean
}

/** A client that disconnects during its call frees no slot for another one: the call continues. */
export function openInFlightRequest(id: string, response: ServerResponse): InFlightRequest {
  let is_closed = response.closed
  let is_running = false
  let over: (() => void) | undefined
  const finish = () => {
    if (!is_closed || is_running) return
    over?.()
    over = undefined
  }
  response.once('close', () => {
    is_closed = true
    finish()
  })
  return {
    id,
    is_flat: false,
    called: NOT_CALLED,
    is_plain: false,
    answer: undefined,
    isOver: () => is_closed && !is_running,
    onOver(done) {
      over = done
      finish()
    },
    async run(call) {
      is_running = true
      const end = () => {
        is_running = false
        finish()
      }
      const reply = await call.catch((error) => {
        end()
        throw error
      })
      if (reply.raw?.ended) void reply.raw.ended.then(end)
      else end()
      return reply
    },
  }
}
