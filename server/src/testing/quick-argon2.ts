import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

// Imported by path, since the alias of the module tests would resolve the package name to this file again.
const real: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2')

/** The lowest cost Argon2 allows. Tests sign in thousands of times, and half of their processor time went into 19 MiB each. */
const QUICK = { memoryCost: 8, timeCost: 1 }
const COST = /\$m=\d+,t=\d+,/

/** Salts and hashes created here. */
const made_here = new Set<string>()
const sumOf = (hashed: string) => hashed.split('$').slice(4).join('$')

/** Argon2id with as little work as it allows; its result names the requested parameters. */
export async function hash(password: string, options: Argon2.Options): Promise<string> {
  const made = await real.hash(password, { ...options, ...QUICK })
  made_here.add(sumOf(made))
  return made.replace(COST, `$m=${options.memoryCost},t=${options.timeCost},`)
}

/** Verifies hashes of other programs as well, at the cost they name. */
export async function verify(hashed: string, password: string, options: Argon2.Options): Promise<boolean> {
  if (!made_here.has(sumOf(hashed))) return real.verify(hashed, password, options)
  const quick = hashed.replace(COST, `$m=${QUICK.memoryCost},t=${QUICK.timeCost},`)
  return real.verify(quick, password, options)
}
