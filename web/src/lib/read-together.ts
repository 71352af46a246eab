import { TOGETHER_MOST, TOGETHER_PATH, type TogetherLine } from '@portico/contract/together-address.ts'
import { Problem } from './problem.ts'

/** What a caller needs of a reply, whether it came alone or as a line among others. */
export type Reply = Pick<Response, 'ok' | 'status' | 'json'>
type Ask = (address: string, signal?: AbortSignal) => Promise<Response>
export type JoinRead = (address: string, ask: Ask, signal?: AbortSignal) => Promise<Reply>

interface Wanted {
  address: string
  ask: Ask
  signal: AbortSignal | undefined
  resolve: (reply: Reply | Promise<Reply>) => void
  reject: (error: unknown) => void
}

let waiting: Wanted[] = []

/** Reads requested in one go, as by the parts of a page drawn at once, share a request; each gets its reply as soon as it is there. */
export const readTogether: JoinRead = (address, ask, signal) =>
  new Promise((resolve, reject) => {
    waiting.push({ address, ask, signal, resolve, reject })
    if (waiting.length === 1) queueMicrotask(sendWaiting)
  })

function sendWaiting(): void {
  const all = waiting.filter(({ signal, reject }) => {
    if (signal?.aborted) reject(signal.reason)
    return !signal?.aborted
  })
  waiting = []
  for (let at = 0; at < all.length; at += TOGETHER_MOST) sendJoined(all.slice(at, at + TOGETHER_MOST))
}

async function sendJoined(reads: Wanted[]): Promise<void> {
  const [first] = reads
  const ask = first?.ask
  if (!ask) return
  if (reads.length === 1) return alone(first)
  const left = new Set(reads)
  const stop = new AbortController()
  for (const read of reads)
    read.signal?.addEventListener('abort', () => {
      read.reject(read.signal?.reason)
      left.delete(read)
      if (left.size === 0) stop.abort()
    })
  try {
    const query = new URLSearchParams(reads.map(({ address }) => ['read', address]))
    const answer = await ask(`${TOGETHER_PATH}?${query}`, stop.signal)
    // A server of an earlier version, or a proxy that refuses long addresses: each read is answered by its own.
    if (!answer.ok || !answer.body) return left.forEach(alone)
    // Chromium shows a request whose body is read as a stream as aborted, unless a copy is read as a whole.
    const whole = answer.clone().text()
    whole.catch(() => {})
    await eachLine(answer.body, (text) => {
      const [at, status, body] = JSON.parse(text) as TogetherLine
      const read = reads[at]
      if (!read) return
      left.delete(read)
      read.resolve({ ok: status >= 200 && status < 300, status, json: async () => body })
    })
    for (const read of left) read.reject(new Problem('unreachable'))
  } catch (error) {
    const isLost = !(error instanceof Problem) && !stop.signal.aborted
    for (const read of left) read.reject(isLost ? new Problem('unreachable') : error)
  }
}

function alone({ address, ask, signal, resolve }: Wanted): void {
  resolve(ask(address, signal))
}

async function eachLine(body: ReadableStream<Uint8Array<ArrayBuffer>>, use: (line: string) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = `${rest}${part.value}`.split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(use)
  }
}
