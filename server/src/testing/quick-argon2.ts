import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

// Under its own name this file would be found again: the room tests are given it in place of the package.
const real: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2')

/** The least Argon2 does. Tests sign in thousands of times, and half of their processor time went into 19 MiB each. */
const QUICK = { memoryCost: 8, timeCost: 1 }
const COST = /\$m=\d+,t=\d+,/

/** Salts and sums of what was made here. */
const made_here = new Set<string>()
const sumOf = (hashed: string) => hashed.split('$').slice(4).join('$')

/** Argon2id with as little work as it allows; what it returns names the work that was asked for. */
export async function hash(password: string, options: Argon2.Options): Promise<string> {
  const made = await real.hash(password, { ...options, ...QUICK })
  made_here.add(sumOf(made))
  return made.replace(COST, `$m=${options.memoryCost},t=${options.timeCost},`)
}

/** Also one that a program outside of the tests has made; only that one takes the work it names. */
export async function verify(hashed: string, password: string, options: Argon2.Options): Promise<boolean> {
  if (!made_here.has(sumOf(hashed))) return real.verify(hashed, password, options)
  const quick = hashed.replace(COST, `$m=${QUICK.memoryCost},t=${QUICK.timeCost},`)
  return real.verify(quick, password, options)
}
