import type { Readable } from 'node:stream'

const STREAMED_BYTES = 1024 * 1024 * 1024

/** Reads a whole body; a larger one is an error. */
export async function readWhole(body: Readable, most_bytes: number): Promise<Buffer> {
  const { chunks, rest } = await readUpTo(body, most_bytes)
  if (rest === undefined) return Buffer.concat(chunks)
  body.destroy()
  throw new Error(`answer is larger than ${most_bytes} bytes`)
}

/** Reads a body up to a size; `rest` continues it when there is more. */
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

/** Yields the chunks already read, then the rest as it arrives. */
export function joined(chunks: Buffer[], rest: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  return (async function* () {
    let size = 0
    try {
      yield* chunks
      for (let next = await rest.next(); !next.done; next = await rest.next()) {
        size += next.value.length
        if (size > STREAMED_BYTES) throw new Error(`answer is larger than ${STREAMED_BYTES} bytes`)
        yield next.value
      }
    } finally {
      await rest.return?.()
    }
  })()
}
