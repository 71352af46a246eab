/**
 * For columns whose names the contract lists and no check of the database repeats: refuses a name that is not on the
 * list.
 */
export function knownName<T extends string>(names: readonly T[], name: T): T {
  if (!names.includes(name)) throw new Error(`'${name}' is not on the contract's list: ${names.join(', ')}`)
  return name
}
