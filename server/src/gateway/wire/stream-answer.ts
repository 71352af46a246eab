import { Readable } from 'node:stream'

/**
 * Streams a body and sends its last chunk only after the booking, so that every complete answer is charged. An answer that upstream
 * cuts off ends the connection and costs nothing; a client that disconnects midway is charged.
 */
export function bookedStream(
  chunks: AsyncIterable<Buffer>,
  { book, cutOff, giveBack }: { book(): Promise<void>; cutOff(error: unknown): Promise<void>; giveBack(): void },
): Readable {
  let is_booked = false
  const once = async (booking: () => Promise<void>) => {
    if (is_booked) return
    is_booked = true
    try {
      await booking()
    } catch (error) {
      giveBack()
      throw error
    }
  }
  async function* parts() {
    let last: Buffer | undefined
    try {
      for await (const chunk of chunks) {
        if (last) yield last
        last = chunk
      }
    } catch (error) {
      await once(() => cutOff(error))
      throw error
    }
    await once(book)
    if (last) yield last
  }
  const stream = Readable.from(parts())
  // Books also when the client never started to read.
  stream.once('close', () => void once(book).catch(() => undefined))
  return stream
}
