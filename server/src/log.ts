import { hostname } from 'node:os'
import { type DestinationStream, type Logger, pino } from 'pino'

const WINDOW_MS = 10_000
const MOST_OF_A_KIND = 20
/** A kind that came back in every window is an outage: then one line a minute is enough. */
const OUTAGE_WINDOW_MS = 60_000

type Level = 'info' | 'warn' | 'error'

interface Kind {
  since_ms: number
  window_ms: number
  written: number
  left_out: number
}

/**
 * One JSON line for each event, with its process. In an outage every call and every job fails with the same message: of
 * each warning and error twenty are written in ten seconds, then one a minute with the number left out, until it was
 * quiet for a minute.
 */
export function openLog(
  { level, port }: { level: string; port: number },
  to?: DestinationStream,
  now_ms?: () => number,
): Logger {
  const options = {
    level,
    base: { instance: `${hostname()}:${port}` },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { logMethod: sampling(now_ms) },
  }
  return to ? pino(options, to) : pino(options)
}

function sampling(now_ms: () => number = () => performance.now()) {
  const kinds = new Map<string, Kind>()
  return function logMethod(this: Logger, args: Parameters<Logger[Level]>, method: Logger[Level], level: number) {
    const text = args.find((one): one is string => typeof one === 'string')
    if (level < 40 || text === undefined) return method.apply(this, args)
    const key = `${level} ${text} ${jobOf(args[0])}`
    const known = kinds.get(key)
    const kind = known && now_ms() - known.since_ms <= known.window_ms ? known : nextWindow(known, now_ms())
    kinds.set(key, kind)
    if (kind !== known && known && known.left_out > 0)
      method.apply(this, [{ left_out: known.left_out }, `${text} (more of the same)`])
    kind.written += 1
    if (kind.written <= (kind.window_ms === WINDOW_MS ? MOST_OF_A_KIND : 1)) return method.apply(this, args)
    kind.left_out += 1
    // Reported at once that there are more, and their number when it is over.
    if (kind.left_out === 1 && kind.window_ms === WINDOW_MS)
      method.apply(this, [{ left_out: 'counting' }, `${text} (more of the same)`])
  }
}

/** Directly after a window of the same kind a long one follows; after a quiet minute everything is written again. */
function nextWindow(last: Kind | undefined, at_ms: number): Kind {
  const is_repeated =
    last !== undefined && at_ms - last.since_ms <= last.window_ms + OUTAGE_WINDOW_MS && last.written > 1
  return { since_ms: at_ms, window_ms: is_repeated ? OUTAGE_WINDOW_MS : WINDOW_MS, written: 0, left_out: 0 }
}

/** The jobs fail with one message each; an outage of one must not hide that another fails. */
function jobOf(first: unknown): string {
  const job = typeof first === 'object' && first !== null && 'job' in first ? first.job : undefined
  return typeof job === 'string' ? job : ''
}
