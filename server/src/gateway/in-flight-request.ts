import type { ServerResponse } from 'node:http'
import { type Called, NOT_CALLED } from './metrics.ts'
import type { Reply } from './wire/envelope.ts'
import type { Upload } from './wire/read-body.ts'

/** One request on its way through the gateway. */
export interface InFlightRequest {
  id: string
  is_flat: boolean
  /** The endpoint it is for, and the login once that is known. */
  called: Called
  /** It is answered without an envelope. */
  is_plain: boolean
  /** There once it was admitted. */
  answer: ((upload: Upload) => Promise<Reply>) | undefined
  /** Done when the answer is gone or nobody waits for it any more, and not before its work is done. */
  onOver(done: () => void): void
  work<T>(working: Promise<T>): Promise<T>
  /** Nobody waits for it, and nothing of it is under way. */
  isOver(): boolean
}

/** A client that goes away in the middle of its call does not make room for another: the call goes on. */
export function openInFlightRequest(id: string, response: ServerResponse): InFlightRequest {
  let is_closed = response.closed
  let is_working = false
  let over: (() => void) | undefined
  const finish = () => {
    if (!is_closed || is_working) return
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
    isOver: () => is_closed && !is_working,
    onOver(done) {
      over = done
      finish()
    },
    async work(working) {
      is_working = true
      try {
        return await working
      } finally {
        is_working = false
        finish()
      }
    },
  }
}
