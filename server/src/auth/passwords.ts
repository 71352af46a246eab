import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '@portico/contract/problem.ts'
import type { Keys } from '#crypto/keys.ts'

/** Argon2id is the library's own default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const WAIT_MS = 2_000

/** No more hashes at once than cores, the rest wait two seconds at most: a flood of sign-ins cannot freeze the server. */
const waiting: (() => void)[] = []
let running = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) await turn()
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function turn(): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(called), 1)
      reject(new Problem('busy'))
    }, WAIT_MS)
    const called = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(called)
  })
}

/** Argon2id with a secret that is not in the database: a stolen table alone cannot be guessed against. */
export function hashPassword(keys: Keys, password: string): Promise<string> {
  return inTurn(() => hash(password, { ...COST, secret: keys.key('password') }))
}

let dummy: Promise<string> | undefined

/** An account that does not exist takes as long to refuse as a wrong password. */
export async function checkPassword(keys: Keys, stored: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', { ...COST, secret: keys.key('password') })
  const against = stored ?? (await dummy)
  const is_right = await inTurn(() => verify(against, password, { secret: keys.key('password') }))
  return is_right && stored !== null && stored !== undefined
}

/** True where a stored hash is weaker than today's and should be renewed at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(stored)
  return !found || Number(found[1]) < COST.memoryCost || Number(found[2]) < COST.timeCost
}
