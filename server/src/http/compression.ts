import { constants } from 'node:zlib'

export const COMPRESSION = { threshold: 1024, encodings: ['br' as const, 'gzip' as const] }

/** Each part of a page is sent as soon as it is ready. */
export const AT_ONCE = {
  ...COMPRESSION,
  brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
}
