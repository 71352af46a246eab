import type { Measured } from '@portico/contract/price.ts'
import type { Measure } from '@portico/contract/tariff.ts'
import { partValue, readParts } from './stream-parts.ts'
import { own } from './yaml-node.ts'

/** Counts what a call uses while it happens; a stream gives it chunk after chunk. */
export interface CallCounter {
  /** Bytes of the request body. */
  request(bytes: number): void
  /** Bytes of the answer that reached the customer, in any portions. */
  chunk(bytes: Uint8Array): void
  /** Bytes of a stream as the source sends them: the last number that its events or lines have counts. */
  received(bytes: Uint8Array): void
  /** The source has sent everything. A priced number that a stream never had counts as the most, else a customer could leave it out. */
  complete(): void
  /** How long the source took. */
  time(ms: number): void
  /** The decoded answer, or its results. */
  answer(parts: readonly unknown[]): void
  /** Unit → how many. A part of a unit counts as a whole one. */
  measured(): Measured
  /** Paths of priced numbers that the answer lacks. */
  missing(): string[]
}

/** Ends a last event or line that the source did not end. */
const UNFINISHED = Buffer.from('\n\n')

/** `stream_type`: the media type of an answer that is a stream. */
export function openCounter(measures: readonly Measure[] = [], stream_type?: string): CallCounter {
  const totals = { bytes: 0, request_bytes: 0, milliseconds: 0 }
  const numbers = new Map<string, number>()
  const has_events = measures.some(({ of }) => of === 'events')
  let events = 0
  let missing_number = 0
  const countEvents = readParts('text/event-stream', () => {
    events += 1
  })
  const readNumbers = readParts(stream_type ?? '', (text, is_too_long) => {
    const value = is_too_long ? undefined : partValue(text)
    for (const { name, of, answer } of measures) if (of === 'answer') setNumber(name, answer, value)
  })
  const unitsOf = ({ name, of }: Measure): number => {
    if (of === 'answer') return numbers.get(name) ?? missing_number
    if (of === 'events') return events
    return Math.ceil(of === 'seconds' ? totals.milliseconds / 1000 : totals[of])
  }
  return {
    request: (bytes) => {
      totals.request_bytes += bytes
    },
    chunk: (bytes) => {
      totals.bytes += bytes.length
      if (has_events) countEvents.add(bytes)
    },
    received: (bytes) => readNumbers.add(bytes),
    complete: () => {
      readNumbers.add(UNFINISHED)
      if (stream_type !== undefined) missing_number = Number.POSITIVE_INFINITY
    },
    time: (ms) => {
      totals.milliseconds += ms
    },
    answer: (parts) => {
      for (const { name, of, answer } of measures) if (of === 'answer') addNumbers(name, answer, parts)
    },
    measured: () => Object.fromEntries(measures.map((measure) => [measure.name, unitsOf(measure)])),
    missing: () => measures.filter(({ of, name }) => of === 'answer' && !numbers.has(name)).map(({ answer }) => answer),
  }

  function addNumbers(name: string, answer: string, parts: readonly unknown[]) {
    for (const part of parts) {
      const value = numberIn(part, answer)
      if (value !== undefined) numbers.set(name, (numbers.get(name) ?? 0) + value)
    }
  }

  function setNumber(name: string, answer: string, part: unknown) {
    const value = numberIn(part, answer)
    if (value !== undefined) numbers.set(name, value)
  }
}

/** A number that is negative or none counts as missing, so that it is reported and nothing is given back for it. */
function numberIn(part: unknown, path: string): number | undefined {
  const value = path.split('.').reduce<unknown>(own, part)
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? Math.ceil(value) : undefined
}
