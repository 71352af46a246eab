import type { Readable } from 'node:stream'

const STREAMED_BYTES = 1024 * 1024 * 1024

/** A body that must be complete; a larger one is given up. */
export async function readWhole(body: Readable, most_bytes: number): Promise<Buffer> {
  const { chunks, rest } = await readUpTo(body, most_bytes)
  if (rest === undefined) return Buffer.concat(chunks)
  body.destroy()
  throw new Error(`the answer is larger than ${most_bytes} bytes`)
}

/** A body up to a size, and what is left of it. */
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

/** What was read of a body, and then the rest as it comes. */
export function joined(chunks: Buffer[], rest: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  return (async function* () {
    let size = 0
    try {
      yield* chunks
      for (let next = await rest.next(); !next.done; next = await rest.next()) {
        size += next.value.length
        if (size > STREAMED_BYTES) throw new Error(`the answer is larger than ${STREAMED_BYTES} bytes`)
        yield next.value
      }
    } finally {
      await rest.return?.()
    }
  })()
}
