const DEEPEST = 16
const MOST_VALUES = 20_000
const MOST_TEXT = 1_000_000

/** Bounds the cost of the checks after it, whatever was sent. */
export function isWithinBounds(task: unknown): boolean {
  let [values, text] = [0, 0]
  const walk = (value: unknown, depth: number): boolean => {
    values += 1
    if (typeof value === 'string') text += value.length
    if (depth > DEEPEST || values > MOST_VALUES || text > MOST_TEXT) return false
    if (typeof value !== 'object' || value === null) return true
    for (const one of Object.values(value)) if (!walk(one, depth + 1)) return false
    return true
  }
  return walk(task, 0)
}

/** Bytes of all files of a request, and of a file that came back and is shown. */
export const FILES_MAX = 10_000_000
