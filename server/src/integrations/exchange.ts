import type { Dispatcher } from 'undici'

export interface WholeAnswer {
  status: number
  headers: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]
  bytes: Buffer
}

export interface Exchange {
  answer: Promise<WholeAnswer>
  /** Ends it at once, also while it waits for a connection. */
  abort(reason: Error): void
}

/**
 * Sends a request and receives the whole answer. `request` of undici makes a stream of each answer, which takes longer than
 * everything else that is done with a small one.
 */
export function exchange(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  onStatus: (status: number) => void,
): Exchange {
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>()
  const chunks: Buffer[] = []
  let head: Omit<WholeAnswer, 'bytes'> | undefined
  let controller: Dispatcher.DispatchController | undefined
  let aborted: Error | undefined
  dispatcher.dispatch(options, {
    onRequestStart(started) {
      controller = started
      if (aborted) started.abort(aborted)
    },
    onResponseStart(_, status, headers) {
      // What comes before the answer, such as 103 Early Hints, is none.
      if (status < 200) return
      head = { status, headers }
      onStatus(status)
    },
    onResponseData(_, chunk) {
      chunks.push(chunk)
    },
    onResponseEnd() {
      const [only] = chunks
      if (head) resolve({ ...head, bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks) })
      else reject(new Error('upstream ended its answer before it began'))
    },
    onResponseError(_, error) {
      reject(error)
    },
  })
  return {
    answer: promise,
    abort(reason) {
      aborted = reason
      controller?.abort(reason)
      reject(reason)
    },
  }
}
