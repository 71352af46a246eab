import { StringDecoder } from 'node:string_decoder'

/** An event or line above this length is reported without its text. */
const LONGEST = 1024 * 1024
const SSE = /^text\/event-stream\b/i

type OnPart = (text: string, is_too_long: boolean) => void

export interface PartReader {
  add(chunk: Uint8Array): void
  /** Reports a last line without a line break, when the answer is complete. */
  finish(): void
}

/** Reports each event of `text/event-stream` with data, and each line of other types, in chunks of any size. */
export function readParts(type: string, onPart: OnPart): PartReader {
  return SSE.test(type) ? readEvents(onPart) : readLines(onPart)
}

function readLines(onPart: OnPart) {
  const onLine: OnPart = (line, is_too_long) => {
    // Records of `application/json-seq` begin with a record separator.
    const text = (line.startsWith('\x1e') ? line.slice(1) : line).trim()
    if (text !== '' || is_too_long) onPart(text, is_too_long)
  }
  return splitLines(/\n/, onLine, onLine)
}

/** By the HTML standard: an event ends with an empty line, and one without data is none. An unfinished event is discarded. */
function readEvents(onPart: OnPart) {
  let data: string[] = []
  let length = 0
  let is_event_too_long = false
  const onLine: OnPart = (line, is_too_long) => {
    if (line === '' && !is_too_long) {
      if (data.length > 0) onPart(data.join('\n'), is_event_too_long)
      data = []
      length = 0
      is_event_too_long = false
      return
    }
    if (line !== 'data' && !line.startsWith('data:')) return
    length += line.length
    is_event_too_long ||= is_too_long || length > LONGEST
    if (is_event_too_long) data = ['']
    else data.push(line.slice('data:'.length).replace(/^ /, ''))
  }
  return splitLines(/\r\n|\n|\r/, onLine, () => undefined)
}

/** Splits bytes into lines across chunks. A line that is too long is reported with its beginning. */
function splitLines(ends: RegExp, onLine: OnPart, onLast: OnPart): PartReader {
  const decoder = new StringDecoder('utf8')
  let line = ''
  let is_first = true
  let is_too_long = false
  let is_after_cr = false
  const append = (text: string) => {
    if (line.length + text.length > LONGEST) is_too_long = true
    if (!is_too_long) line += text
    else if (line === '') line = text.slice(0, 16)
  }
  return {
    add(chunk: Uint8Array) {
      let text = decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
      if (text === '') return
      if (is_first) text = text.replace(/^\ufeff/, '')
      is_first = false
      if (is_after_cr && text.startsWith('\n')) text = text.slice(1)
      is_after_cr = ends.source.includes('\\r') && text.endsWith('\r')
      const lines = text.split(ends)
      for (const [at, part] of lines.entries()) {
        append(part)
        if (at === lines.length - 1) break
        onLine(line, is_too_long)
        line = ''
        is_too_long = false
      }
    },
    finish() {
      append(decoder.end())
      onLast(line, is_too_long)
      line = ''
    },
  }
}

/** The value of a part; undefined if it is no JSON. */
export function partValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
