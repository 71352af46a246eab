/**
 * Checks whether a value has the expected shape. It is written by hand, because every page reads its storage and few
 * have a form: a schema would bring its library into the first load.
 */
export type Guard<T> = (value: unknown) => value is T
export type Guarded<S> = S extends Guard<infer T> ? T : never

export function text(value: unknown): value is string {
  return typeof value === 'string'
}

export function number(value: unknown): value is number {
  return Number.isFinite(value)
}

export function flag(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

export function one<const T>(of: readonly T[]): Guard<T> {
  return (value): value is T => of.some((known) => known === value)
}

export function orNull<T>(shape: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || shape(value)
}

export function list<T>(shape: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(shape)
}

export function byName<T>(shape: Guard<T>): Guard<Record<string, T>> {
  return (value): value is Record<string, T> => isRecord(value) && Object.values(value).every(shape)
}

export function fields<T extends object>(shapes: { [Key in keyof T]: Guard<T[Key]> }): Guard<T> {
  const all = Object.entries<Guard<unknown>>(shapes)
  return (value): value is T => isRecord(value) && all.every(([name, shape]) => shape(value[name]))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
