import { hostname } from 'node:os'
import { type DestinationStream, type Logger, pino } from 'pino'

const WINDOW_MS = 10_000
const MOST_OF_A_KIND = 20

type Level = 'info' | 'warn' | 'error'

/**
 * One JSON line for each event, with its process. In an outage every call fails with the same message: of each warning
 * and error twenty are written in ten seconds, and then the number left out.
 */
export function openLog({ level, port }: { level: string; port: number }, to?: DestinationStream): Logger {
  const options = {
    level,
    base: { instance: `${hostname()}:${port}` },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { logMethod: sampling() },
  }
  return to ? pino(options, to) : pino(options)
}

function sampling(now_ms: () => number = () => performance.now()) {
  const kinds = new Map<string, { since_ms: number; written: number; left_out: number }>()
  return function logMethod(this: Logger, args: Parameters<Logger[Level]>, method: Logger[Level], level: number) {
    const text = args.find((one): one is string => typeof one === 'string')
    if (level < 40 || text === undefined) return method.apply(this, args)
    const key = `${level} ${text}`
    const known = kinds.get(key)
    const is_over = !known || now_ms() - known.since_ms > WINDOW_MS
    const kind = is_over ? { since_ms: now_ms(), written: 0, left_out: 0 } : known
    kinds.set(key, kind)
    if (is_over && known && known.left_out > 0)
      method.apply(this, [{ left_out: known.left_out }, `${text} (more of the same)`])
    kind.written += 1
    if (kind.written <= MOST_OF_A_KIND) return method.apply(this, args)
    kind.left_out += 1
    // Reported at once that there are more, and their number when it is over.
    if (kind.left_out === 1) method.apply(this, [{ left_out: 'counting' }, `${text} (more of the same)`])
  }
}
