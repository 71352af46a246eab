/** For columns whose names the contract lists and no check of the database repeats: what the list does not have is not written. */
export function knownName<T extends string>(names: readonly T[], name: T): T {
  if (!names.includes(name)) throw new Error(`'${name}' is not written: the contract lists ${names.join(', ')}`)
  return name
}
