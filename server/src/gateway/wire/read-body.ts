import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { UNPACKED, UPLOAD } from './body-bounds.ts'
import type { Full, OpenBody } from './open-bodies.ts'

/** A body that has not been read yet. */
export interface Upload {
  stream: Readable | undefined
  encoding: string | undefined
  /** The Content-Length header. */
  length: number | undefined
}

export type NoBody = 'too_large' | 'bomb' | 'slow' | 'gone' | 'not_packed' | Full
export type ReadBody = { ok: true; bytes: Buffer } | { ok: false; why: NoBody }

const UNPACK = { chunkSize: 64 * 1024 }
const unpackers = {
  gzip: () => createGunzip(UNPACK),
  'x-gzip': () => createGunzip(UNPACK),
  deflate: () => createInflate(UNPACK),
  br: () => createBrotliDecompress(UNPACK),
}

/** Receives and decompresses a body; reading stops at the byte that exceeds a bound. */
export async function readBody(
  { stream, encoding = 'identity', length = 0 }: Upload,
  most_bytes: number,
  open: OpenBody,
): Promise<ReadBody> {
  if (length > most_bytes) return no('too_large')
  if (!stream) return { ok: true, bytes: Buffer.alloc(0) }
  const received = arrived(stream, length, open) ?? (await receive(stream, most_bytes, open))
  const packing = encoding.trim().toLowerCase()
  if (!received.ok || received.bytes.length === 0 || packing === '' || packing === 'identity') return received
  if (!isKnown(packing)) return no('not_packed')
  return unpack(unpackers[packing](), received.bytes, most_bytes, open)
}

function no(why: NoBody): ReadBody {
  return { ok: false, why }
}

function isKnown(packing: string): packing is keyof typeof unpackers {
  return Object.hasOwn(unpackers, packing)
}

/** A small body comes with its headers: there is nothing to wait for, and so no timer and no listener is needed. */
function arrived(stream: Readable, length: number, open: OpenBody): ReadBody | undefined {
  if (length === 0 || stream.readableLength < length) return undefined
  const bytes: Buffer | null = stream.read(length)
  if (bytes?.length !== length) return undefined
  stream.resume()
  const why = open.grow(length)
  return why ? no(why) : { ok: true, bytes }
}

export function receive(stream: Readable, most_bytes: number, open: OpenBody, times = UPLOAD): Promise<ReadBody> {
  if (stream.destroyed && !stream.readableEnded) return Promise.resolve(no('gone'))
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const idle = setTimeout(() => end(no('slow')), times.idle_ms)
    const whole = setTimeout(() => end(no('slow')), times.whole_ms)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      const why = size > most_bytes ? 'too_large' : open.grow(chunk.length)
      if (why) return end(no(why))
      chunks.push(chunk)
      idle.refresh()
    }
    const onEnd = () => end({ ok: true, bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) })
    const onGone = () => end(no('gone'))
    function end(read: ReadBody) {
      clearTimeout(idle)
      clearTimeout(whole)
      stream.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      if (!read.ok) stream.on('error', () => undefined).pause()
      resolve(read)
    }
    stream.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })
}

async function unpack(
  unpacker: ReturnType<(typeof unpackers)[keyof typeof unpackers]>,
  packed: Buffer,
  most_bytes: number,
  open: OpenBody,
): Promise<ReadBody> {
  const most_unpacked = Math.max(UNPACKED.free_bytes, packed.length * UNPACKED.ratio)
  const chunks: Buffer[] = []
  let size = 0
  unpacker.end(packed)
  try {
    for await (const chunk of unpacker as AsyncIterable<Buffer>) {
      size += chunk.length
      const why = size > most_bytes ? 'too_large' : size > most_unpacked ? 'bomb' : open.grow(chunk.length)
      if (why) return no(why)
      chunks.push(chunk)
    }
  } catch {
    return no('not_packed')
  }
  return { ok: true, bytes: Buffer.concat(chunks) }
}
