export type Part = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'beyond' }

interface Validators {
  etag: string
  modified: Date
}

/**
 * The bytes to send, by RFC 9110. Several ranges at once, and an invalid range, are answered with the whole file; so is
 * a range of a file that has changed since.
 */
export function planRange(
  size: number,
  { range, if_range }: { range: string | undefined; if_range: string | undefined },
  validators: Validators,
): Part {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range?.replaceAll(' ', '') ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '') || !isSameFile(if_range, validators)) return { kind: 'whole' }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? { kind: 'beyond' } : { kind: 'part', start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start >= size ? { kind: 'beyond' } : { kind: 'part', start, end }
}

function isSameFile(if_range: string | undefined, { etag, modified }: Validators): boolean {
  if (if_range === undefined) return true
  return if_range === etag || if_range === modified.toUTCString()
}
