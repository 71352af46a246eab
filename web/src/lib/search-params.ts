/** Reads the value of one parameter, which may be anything; '' where the address has none. */
type Read<T> = (value: string) => T

/** Returns a function that reads the search part of an address: each parameter by its own rule. */
export function searchParams<S extends Record<string, Read<unknown>>>(schema: S) {
  return (search: string) => {
    const params = new URLSearchParams(search)
    return Object.fromEntries(Object.entries(schema).map(([name, read]) => [name, read(params.get(name) ?? '')])) as {
      [Name in keyof S]: ReturnType<S[Name]>
    }
  }
}

type ReadKnown<T> = (value: string | null | undefined) => T

/** One of these values, otherwise the usual one. */
export function oneOf<const T extends string>(known: readonly T[]): ReadKnown<T | undefined>
export function oneOf<const T extends string>(known: readonly T[], usual: NoInfer<T>): ReadKnown<T>
export function oneOf<T extends string>(known: readonly T[], usual?: T): ReadKnown<T | undefined> {
  return (value) => known.find((one) => one === value) ?? usual
}

/** The search part after a change; a parameter without a value is removed, and a period replaces the previous one. */
export function changedSearch(search: string, change: Record<string, string | null | undefined>): string {
  const next = new URLSearchParams(search)
  if (change.range !== undefined || change.from !== undefined)
    for (const name of ['range', 'from', 'to']) next.delete(name)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next.size > 0 ? `?${next}` : ''
}
