import { StringDecoder } from 'node:string_decoder'
import { countResults, lacksList, type ResultList } from '#catalogue/index.ts'

/** An event or line above this length counts as one result and is not read. */
const LONGEST = 1024 * 1024
const SSE = /^text\/event-stream\b/i
/** Counts the results in what has been passed on of a stream. */
export interface StreamCounter {
  add(chunk: Buffer): void
  /** Counts a last line without a line break, when the answer is complete. */
  finish(): void
  results(): number
  /** Events came, but none had the list that the price counts. */
  lacksList(): boolean
}

/**
 * Each event of `text/event-stream` with data, and each line of other types, is a part of the answer in which the priced list is
 * counted. Without a list it is one result, or as many as it has items. `[DONE]`, the end mark of chat streams, is none.
 */
export function countStream(type: string, list: ResultList): StreamCounter {
  let results = 0
  let parts = 0
  let parts_without_list = 0

  function count(text: string, is_too_long: boolean) {
    if (text === '[DONE]') return
    parts += 1
    const value = is_too_long ? undefined : parsed(text)
    const values = Array.isArray(value) ? value : [value]
    if (is_too_long || (value === undefined && list.length === 0)) results += 1
    else results += value === undefined ? 0 : countResults(list, values)
    if (value === undefined ? list.length > 0 : lacksList(list, values)) parts_without_list += 1
  }

  const reader = SSE.test(type) ? readEvents(count) : readLines(count)
  return {
    add: reader.add,
    finish: reader.finish,
    results: () => results,
    lacksList: () => parts > 0 && parts === parts_without_list,
  }
}

type Count = (text: string, is_too_long: boolean) => void

function readLines(count: Count) {
  const onLine: Count = (line, is_too_long) => {
    // Records of `application/json-seq` begin with a record separator.
    const text = (line.startsWith('\x1e') ? line.slice(1) : line).trim()
    if (text !== '' || is_too_long) count(text, is_too_long)
  }
  return splitLines(/\n/, onLine, onLine)
}

/** By the HTML standard: an event ends with an empty line, and one without data is none. An unfinished event is discarded. */
function readEvents(count: Count) {
  let data: string[] = []
  let length = 0
  let is_event_too_long = false
  const onLine: Count = (line, is_too_long) => {
    if (line === '' && !is_too_long) {
      if (data.length > 0) count(data.join('\n'), is_event_too_long)
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
function splitLines(ends: RegExp, onLine: Count, onLast: Count) {
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
    add(chunk: Buffer) {
      let text = decoder.write(chunk)
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
