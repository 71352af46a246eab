import { Readable } from 'node:stream'
import type { UploadStream } from '#integrations/upstream-pass.ts'
import { UPLOAD } from './body-bounds.ts'
import type { NoBody, Upload } from './read-body.ts'

/** Why a body that was being passed on did not arrive. `source_slow`: the source did not take it in time. */
export type UploadFailure = Extract<NoBody, 'too_large' | 'slow' | 'gone'> | 'source_slow'

export interface PassedUpload extends UploadStream {
  failure(): UploadFailure | undefined
}

/** Bodies of this size are read first, so that an empty one is refused before money is held. */
const SMALL_BYTES = 64 * 1024

/** True for a body that is passed on as it arrives, to spare the memory. */
export function isPassedUpload({ encoding = '', length }: Upload): boolean {
  return ['', 'identity'].includes(encoding.trim().toLowerCase()) && (length === undefined || length > SMALL_BYTES)
}

/**
 * A body that is passed on as it arrives, not faster than the source takes it. It is touched only when the source wants its first
 * byte, and left alone from the byte that exceeds the bound.
 */
export function passUpload(
  body: Readable,
  length: number | undefined,
  most_bytes: number,
  times = UPLOAD,
): PassedUpload {
  let failure: UploadFailure | undefined
  let size = 0
  let is_wanted = false
  let is_whole = false
  let timers: { idle: NodeJS.Timeout; whole: NodeJS.Timeout } | undefined

  function onData(chunk: Buffer) {
    size += chunk.length
    if (size > most_bytes) return fail('too_large')
    timers?.idle.refresh()
    is_wanted = stream.push(chunk)
    if (!is_wanted) body.pause()
  }
  function onEnd() {
    is_whole = true
    is_wanted = false
    stream.push(null)
  }
  // A body closes as soon as it has ended, while the source may still have to take its last bytes.
  const onGone = () => is_whole || fail('gone')
  function fail(why: UploadFailure) {
    failure ??= why
    stream.destroy(new Error(`request body failed: ${why}`))
  }
  function open() {
    if (body.destroyed && !body.readableEnded) return fail('gone')
    timers = {
      idle: setTimeout(() => is_wanted && fail('slow'), times.idle_ms),
      whole: setTimeout(() => fail(is_wanted ? 'slow' : 'source_slow'), times.whole_ms),
    }
    body.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  }
  // A stream of its own, so that its end does not close the connection on which the answer is sent.
  const stream = new Readable({
    read() {
      is_wanted = true
      if (!timers) open()
      timers?.idle.refresh()
      body.resume()
    },
    destroy(error, done) {
      clearTimeout(timers?.idle)
      clearTimeout(timers?.whole)
      body.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      if (!body.readableEnded) body.on('error', () => undefined).pause()
      done(error)
    },
  })
  stream.on('error', () => undefined)
  return { stream, length, hasFailed: () => failure !== undefined, failure: () => failure }
}
