type Name = string | false | 0 | 0n | null | undefined

/** Joins the class names that are there. */
export function classNames(...names: Name[]): string {
  return names.filter(Boolean).join(' ')
}
