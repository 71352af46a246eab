import { Readable } from 'node:stream'

/**
 * A body that is passed on while it comes. Its last part leaves only after the booking, so that who has all of it is charged for it
 * and nobody else is left without an answer: what is cut off on the way here ends the connection and costs nothing, and who goes
 * away in the middle has been served.
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
  // Also when nobody began to read it.
  stream.once('close', () => void once(book).catch(() => undefined))
  return stream
}
