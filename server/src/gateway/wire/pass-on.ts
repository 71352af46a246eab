import { Readable } from 'node:stream'

/** Why an answer ended. `client`: the customer left or did not read; `stop`: this process stops. */
export type End = 'complete' | 'client' | 'source' | 'stop' | 'idle' | 'too_long' | 'too_large'

/** An answer whose first bytes were read and whose rest follows as the source sends it. */
export interface Passing {
  source: Readable
  chunks: Buffer[]
  /** Undefined when the source has ended. */
  rest: AsyncIterator<Buffer> | undefined
}

export interface PassBounds {
  /** Longest time without a byte from the source, or without the customer taking one. */
  idle_ms: number
  /** Time left for the whole answer. */
  left_ms: number
  max_bytes: number
}

/**
 * Passes an answer on as it comes, not faster than the customer reads it. `onEnd` runs once; a complete answer ends only after it,
 * so that an answer that looks complete to the customer was booked.
 */
export function passOn(
  { source, chunks, rest }: Passing,
  { idle_ms, left_ms, max_bytes }: PassBounds,
  {
    isStopping,
    reads_on = false,
    onReceived,
    onPassed,
    onEnd,
  }: {
    isStopping(): boolean
    /** The source is read to its end although the customer has left. */
    reads_on?: boolean
    /** Undefined: the source has sent everything. */
    onReceived?(chunk: Buffer | undefined): void
    onPassed(chunk: Buffer): void
    onEnd(end: End, error: unknown): Promise<void>
  },
): Readable {
  let offered: Buffer | undefined
  let size = 0
  let is_waiting_for_source = false
  let is_pulling = false
  let has_left = false
  let cause: End | undefined
  let ending: Promise<void> | undefined

  const finish = (end: End, error?: unknown) => {
    clearTimeout(idle)
    clearTimeout(whole)
    ending ??= onEnd(end, error)
    return ending
  }
  const cut = (end: End) => {
    cause ??= end
    if (is_waiting_for_source || has_left) source.destroy(new Error(`answer was cut off: ${end}`))
    else stream.destroy(new Error(`answer was cut off: ${end}`))
  }
  const idle = setTimeout(() => cut(is_waiting_for_source ? 'idle' : 'client'), idle_ms)
  const whole = setTimeout(() => cut('too_long'), Math.max(0, left_ms))

  async function take(): Promise<Buffer | undefined> {
    const first = chunks.shift()
    if (first || !rest) return first
    is_waiting_for_source = true
    const { done, value } = await rest.next()
    is_waiting_for_source = false
    return done ? undefined : value
  }

  async function next(): Promise<Buffer | undefined> {
    const chunk = await take()
    if (!ending) idle.refresh()
    size += chunk?.length ?? 0
    if (size > max_bytes) {
      cause ??= 'too_large'
      throw new Error(`answer is larger than ${max_bytes} bytes`)
    }
    onReceived?.(chunk)
    return chunk
  }

  async function pull() {
    is_pulling = true
    try {
      let chunk = await next()
      while (chunk && has_left) chunk = await next()
      is_pulling = false
      if (stream.destroyed) return void (await finish('client'))
      if (!chunk) {
        await finish('complete')
        stream.push(null)
        return
      }
      offered = chunk
      stream.push(chunk)
    } catch (error) {
      is_waiting_for_source = false
      source.on('error', () => undefined).destroy()
      const reason = cause ?? (isStopping() ? 'stop' : 'source')
      // The customer sees the end only after the booking; a failed booking cuts the answer off as well.
      await finish(reason, error).catch(() => undefined)
      stream.destroy(error instanceof Error ? error : new Error('answer was cut off'))
    }
  }

  const stream = new Readable({
    // One chunk at a time: when more is wanted, the one before was handed to the connection.
    highWaterMark: 1,
    read() {
      if (offered) onPassed(offered)
      offered = undefined
      idle.refresh()
      void pull()
    },
    destroy(error, done) {
      if (reads_on && !ending && (cause ?? 'client') === 'client') {
        // From here on the source alone decides how the answer ends.
        cause = undefined
        has_left = true
        idle.refresh()
        if (!is_pulling) void pull()
        done(error)
        return
      }
      source.on('error', () => undefined).destroy()
      finish(cause ?? 'client', error).catch(() => undefined)
      done(error)
    },
  })
  return stream
}
