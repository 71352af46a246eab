import type { Measured } from '@portico/contract/price.ts'
import type { Measure } from '@portico/contract/tariff.ts'
import { own } from './yaml-node.ts'

/** Counts what a call uses while it happens; a stream gives it chunk after chunk. */
export interface CallCounter {
  /** Bytes of the request body. */
  request(bytes: number): void
  /** Bytes of the answer, in any portions. */
  chunk(bytes: Uint8Array): void
  /** How long the source took. */
  time(ms: number): void
  /** The decoded answer, or its results. */
  answer(parts: readonly unknown[]): void
  /** Unit → how many. A part of a unit counts as a whole one. */
  measured(): Measured
  /** Paths of priced numbers that the answer lacks. */
  missing(): string[]
}

export function openCounter(measures: readonly Measure[] = []): CallCounter {
  const totals = { bytes: 0, request_bytes: 0, milliseconds: 0 }
  const numbers = new Map<string, number>()
  const events = countEvents()
  const has_events = measures.some(({ of }) => of === 'events')
  const unitsOf = ({ name, of }: Measure): number => {
    if (of === 'answer') return numbers.get(name) ?? 0
    if (of === 'events') return events.count()
    return Math.ceil(of === 'seconds' ? totals.milliseconds / 1000 : totals[of])
  }
  return {
    request: (bytes) => {
      totals.request_bytes += bytes
    },
    chunk: (bytes) => {
      totals.bytes += bytes.length
      if (has_events) events.read(bytes)
    },
    time: (ms) => {
      totals.milliseconds += ms
    },
    answer: (parts) => {
      for (const { name, of, answer } of measures) if (of === 'answer') addNumbers(name, answer.split('.'), parts)
    },
    measured: () => Object.fromEntries(measures.map((measure) => [measure.name, unitsOf(measure)])),
    missing: () => measures.filter(({ of, name }) => of === 'answer' && !numbers.has(name)).map(({ answer }) => answer),
  }

  /** A number that is negative or none counts as missing, so that it is reported and nothing is given back for it. */
  function addNumbers(name: string, path: string[], parts: readonly unknown[]) {
    for (const part of parts) {
      const value = path.reduce<unknown>(own, part)
      if (typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER)
        numbers.set(name, (numbers.get(name) ?? 0) + Math.ceil(value))
    }
  }
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Counts server-sent events: an empty line after a line of data. */
function countEvents() {
  let events = 0
  let has_data = false
  let line = ''
  let last = 0
  return {
    count: () => events,
    read(bytes: Uint8Array) {
      for (const byte of bytes) {
        const is_end = byte === CARRIAGE_RETURN || (byte === LINE_FEED && last !== CARRIAGE_RETURN)
        if (is_end) {
          if (line === '' && has_data) events += 1
          has_data = line !== '' && (has_data || line === 'data')
          line = ''
        } else if (byte !== LINE_FEED && line.length < 'data'.length) line += String.fromCharCode(byte)
        last = byte
      }
    },
  }
}
