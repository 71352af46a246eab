import type { Readable } from 'node:stream'

/** Reads a whole body; a larger one is an error. */
export async function readWhole(body: Readable, most_bytes: number): Promise<Buffer> {
  const { chunks, rest } = await readUpTo(body, most_bytes)
  if (rest === undefined) return Buffer.concat(chunks)
  body.destroy()
  throw new AnswerTooLarge(most_bytes)
}

export class AnswerTooLarge extends Error {
  readonly max_bytes: number
  constructor(max_bytes: number) {
    super(`answer is larger than ${max_bytes} bytes`)
    this.max_bytes = max_bytes
  }
}

/** Reads a body up to a size, zero meaning its first bytes; `rest` continues it when there may be more. */
export async function readUpTo(body: Readable, most_bytes: number) {
  const chunks: Buffer[] = []
  const reading: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  let size = 0
  while (size <= most_bytes) {
    const { done, value } = await reading.next()
    if (done) return { chunks, rest: undefined }
    chunks.push(value)
    size += value.length
  }
  return { chunks, rest: reading }
}
