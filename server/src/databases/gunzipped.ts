import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, type Gunzip } from 'node:zlib'

/** The text of a compressed file. A read or decompression error reaches the reader, and nothing else of the process. */
export function gunzipped(packed: Readable): Gunzip {
  const gunzip = createGunzip()
  pipeline(packed, gunzip).catch((error: Error) => gunzip.destroy(error))
  return gunzip
}
