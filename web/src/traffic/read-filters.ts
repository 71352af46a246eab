const LONGEST = 300

export const anything = () => true

/** The filters of an address by their names; values that the server would refuse are left out. */
export function readFilters(
  search: string,
  allowed: Record<string, (value: string) => boolean>,
): Record<string, string> {
  const params = new URLSearchParams(search)
  const found = Object.keys(allowed).map((name) => [name, params.get(name) ?? ''] as const)
  return Object.fromEntries(
    found.filter(([name, value]) => value !== '' && value.length <= LONGEST && allowed[name]?.(value)),
  )
}

/** The change that removes them all. */
export function withoutFilters(allowed: Record<string, unknown>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(allowed).map((name) => [name, undefined]))
}
