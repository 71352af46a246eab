import { open } from 'node:fs/promises'

/** The bytes of a file in parts of this size; one of them is in memory at a time. */
export async function* partsOf(from: string, part_bytes: number): AsyncGenerator<Buffer> {
  const file = await open(from)
  try {
    for (;;) {
      const part = Buffer.allocUnsafe(part_bytes)
      let filled = 0
      while (filled < part_bytes) {
        const { bytesRead } = await file.read(part, filled, part_bytes - filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      if (filled > 0) yield part.subarray(0, filled)
      if (filled < part_bytes) return
    }
  } finally {
    await file.close()
  }
}
